//! Brazilian Portuguese.

use super::many;
use crate::state::check::{Finding, Reach, Security, Tried, Verdict};
use crate::text::check::{CheckWords, Said, seconds, unless_good, whole};

pub(in crate::text) static WORDS: CheckWords = CheckWords {
    title: "Testar o aparelho",
    lead: "Teste aqui o celular, o notebook e o Wi-Fi antes do evento: no lugar e no horário que importam. Nada é guardado.",
    measuring: "Medindo…",
    overall,
    verdict,
    say,
    again: "Medir de novo",
    minute: "Medir por um minuto",
    walk: "Por um minuto aparecem as últimas 60 medições: ande pelo salão, até a última fileira e os cantos, e observe.",
    bars: |shown, lost| {
        format!("As últimas {}; {lost} sem resposta", many(shown as u64, "medição", "medições"))
    },
    tone: "Tocar um som",
    heard: "Você ouviu?",
    yes: "Sim",
    no: "Não",
    copy: "Copiar o resultado para o anfitrião",
    copied: "Copiado.",
    by_hand: "Selecione este texto e copie:",
    to_start: "Ir para o início",
};

fn overall(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "Tudo certo: dá para jogar aqui.",
        Verdict::Limited => "Dá para jogar aqui, mas algo pode ficar lento ou faltar. Veja abaixo.",
        Verdict::Bad => "Algo não funciona. Veja abaixo o que fazer.",
    }
}

fn verdict(verdict: Option<Verdict>, is_line: bool) -> &'static str {
    match (verdict, is_line) {
        (Some(Verdict::Good), _) => "Bom",
        (Some(Verdict::Limited), true) => "Pode ficar lento",
        (Some(Verdict::Limited), false) => "Com limites",
        (Some(Verdict::Bad), _) => "Não funciona",
        (None, _) => "Ainda não se sabe",
    }
}

fn say(finding: &Finding) -> Said {
    let (name, figure, advice) = match finding {
        Finding::Browser(_)
        | Finding::Storage(_)
        | Finding::Security(_)
        | Finding::Screen { .. } => of_browser(finding),
        Finding::Reach(reach) => of_reach(*reach),
        Finding::RoundTrip { median_ms, worst_ms } => (
            "Ida e volta",
            format!("{} ms em geral, {} ms no pior caso", whole(*median_ms), whole(*worst_ms)),
            "Chegue mais perto do ponto de acesso, use um com menos aparelhos ou dados móveis. As respostas contam pela hora em que chegam, descontando até certo limite o tempo da rede.",
        ),
        Finding::Lost { lost: 0, of } => ("Perdas", format!("nenhuma de {of}"), ""),
        Finding::Lost { lost, of } => (
            "Perdas",
            format!("{lost} de {of} sem resposta em 2 s"),
            "O Wi-Fi está fraco ou cheio aqui: outro lugar, outro ponto de acesso ou dados móveis.",
        ),
        Finding::Jitter(ms) => (
            "Variação",
            format!("{} ms de uma medição para a outra", whole(*ms)),
            "O Wi-Fi está ocupado. Downloads grandes e vídeos na mesma rede pioram.",
        ),
        Finding::Clock(ahead_ms) => (
            "Relógio",
            format!(
                "{} s {} em relação ao servidor",
                seconds(*ahead_ms),
                if *ahead_ms < 0.0 { "atrasado" } else { "adiantado" }
            ),
            "Deixe o relógio no automático. O jogo segue o servidor, mas certificados e logins podem falhar.",
        ),
        Finding::Awake(_)
        | Finding::Clipboard(_)
        | Finding::Vibration(_)
        | Finding::Sound(_)
        | Finding::CalmMotion(_) => of_device(finding),
    };
    Said::new(name, figure, unless_good(finding, advice))
}

/// Name, figure, and what to do.
type Told = (&'static str, String, &'static str);

fn of_reach(reach: Reach) -> Told {
    let (figure, advice) = match reach {
        Reach::Opening => ("conectando", ""),
        Reach::Open => ("aberta, como um jogo precisa", ""),
        Reach::Full => (
            "o servidor responde, mas não tem espaço para mais uma medição",
            "Há gente demais medindo ao mesmo tempo. A página tenta de novo sozinha; em um minuto há espaço.",
        ),
        Reach::NoSocket => (
            "a página chega, mas um WebSocket não abre",
            "Um proxy, firewall ou filtro não deixa passar WebSockets: tente outra rede ou dados móveis e avise quem cuida da rede.",
        ),
        Reach::Portal => (
            "outra coisa responde no lugar do servidor",
            "O Wi-Fi pede um login antes: abra qualquer página da web, aceite o que ela pedir e volte.",
        ),
        Reach::Offline => (
            "não foi possível acessar o servidor",
            "O aparelho está no Wi-Fi certo? Redes de visitantes costumam isolar os aparelhos. A página tenta de novo sozinha.",
        ),
    };
    ("Conexão", figure.to_owned(), advice)
}

fn of_browser(finding: &Finding) -> Told {
    match finding {
        Finding::Browser(lacks) if lacks.is_empty() => ("Navegador", "atual".to_owned(), ""),
        Finding::Browser(lacks) => (
            "Navegador",
            format!("falta {}", lacks.join(", ")),
            "Atualize o navegador ou use um mais novo: Chrome, Edge, Firefox ou Safari dos últimos três anos.",
        ),
        Finding::Storage(works) => (
            "Armazenamento",
            if *works { "o navegador guarda seu lugar" } else { "o navegador não guarda nada" }
                .to_owned(),
            "Saia da navegação anônima ou permita que este site guarde dados: senão, ao fechar a página você perde seu lugar.",
        ),
        Finding::Security(security) => (
            "Segurança",
            match security {
                Security::Https => "HTTPS",
                Security::ThisMachine => "vem desta própria máquina, o que é igualmente bom",
                Security::Plain => "HTTP simples",
            }
            .to_owned(),
            "Sem HTTPS, nenhuma página mantém a tela acesa nem copia com um botão. O anfitrião pode pedir que o servidor use HTTPS.",
        ),
        Finding::Screen { width, height } => (
            "Página",
            format!("{width} × {height} pixels"),
            "Pequena: use o celular em pé, feche barras e telas divididas ou diminua as letras.",
        ),
        _ => Told::default(),
    }
}

fn of_device(finding: &Finding) -> Told {
    let (name, figure, advice) = match finding {
        Finding::Awake(Tried::NotYet) => ("Tela sempre acesa", "em teste", ""),
        Finding::Awake(Tried::Works) => ("Tela sempre acesa", "sim", ""),
        Finding::Awake(Tried::Fails) => (
            "Tela sempre acesa",
            "não: ela apaga quando ninguém toca",
            "Aumente o tempo da tela acesa ou toque nela de vez em quando. Nada se perde quando ela apaga. A economia de bateria pode ser a causa.",
        ),
        Finding::Clipboard(true) => ("Copiar com um botão", "sim", ""),
        Finding::Clipboard(false) => {
            ("Copiar com um botão", "não; dá para selecionar e copiar os textos", "")
        }
        Finding::Vibration(true) => ("Vibração", "tem", ""),
        Finding::Vibration(false) => ("Vibração", "não tem; nenhum jogo precisa dela", ""),
        Finding::Sound(Tried::NotYet) => ("Som", "aperte o botão abaixo; importa para o telão", ""),
        Finding::Sound(Tried::Works) => ("Som", "ouvido", ""),
        Finding::Sound(Tried::Fails) => (
            "Som",
            "não ouvido",
            "Confira o volume, a chave de silêncio, a saída (HDMI ou caixas de som) e se outro programa está usando o som.",
        ),
        Finding::CalmMotion(true) => {
            ("Movimento", "reduzido, como este aparelho pede: os envelopes caem mesmo assim", "")
        }
        Finding::CalmMotion(false) => ("Movimento", "completo", ""),
        _ => ("", "", ""),
    };
    (name, figure.to_owned(), advice)
}
