//! Brazilian Portuguese.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use super::many;
use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "Idioma",
    loading: "Carregando…",
    connecting: "Conectando…",
    too_many_tries: "Foram tentados muitos PINs errados nesta rede. O seu será tentado de novo daqui a pouco.",
    reconnecting: "Reconectando… Seu lugar está guardado.",
    no_network: "Sem rede. Seu lugar está guardado.",
    still_trying: "O servidor ainda não respondeu. Confira sua rede. Não precisa recarregar: esta página continua tentando.",
    unreachable: "Não foi possível acessar o servidor.",
    try_again: "Tentar de novo",
    sign_in_with: |name| ["Entrar com ", name].concat(),
    to_start: "Ir para o início",
    no_such_page: "Esta página não existe",
    enter: "Entrar",
    points_unit: |n| if n < 2 { " ponto" } else { " pontos" },
    game_pin: "PIN do jogo",
    host_a_game: "Conduzir um jogo",
    no_such_game_why: "Confira os dígitos no telão e tente de novo.",
    time_left: "Segundos restantes",
    seconds_left: |n| {
        let left = if n < 2 { "Resta " } else { "Restam " };
        [left, &many(n, "segundo", "segundos")].concat()
    },
    counting: "Acabou o tempo. Contando as respostas…",
    time_up: "Acabou o tempo",
    get_ready: "Prepare-se: as respostas já vão abrir.",
    paused: "Pausa. Já vai continuar.",
    true_: "Verdadeiro",
    false_: "Falso",
    right_answer: "resposta certa",
    place: |[left, top]| format!("a {left}% da esquerda e {top}% do topo"),
    region: |[left, top, width, height]| {
        format!(
            "a {left}% da esquerda e {top}% do topo, com {width}% de largura e {height}% de altura"
        )
    },
    out: "fora",
    own_pace: |minutes| {
        let open = many(minutes.into(), "minuto", "minutos");
        format!("Cada um joga no seu ritmo. Fica aberto por {open}.")
    },
    survival_rule: "Sobrevivência: errou ou não respondeu, está fora.",
    card_rule: |n| {
        format!("Uma sequência de {} dá uma vida extra.", many(n.into(), "acerto", "acertos"))
    },
    survivors: |left, of| format!("{left} de {of} ainda no jogo"),
    members: |n| many(n.into(), "jogador", "jogadores"),
    best_players: "Melhores jogadores",
    board: "Placar",
    podium: "E os vencedores são…",
    game_over: "É isso aí!",
    thanks: "Obrigado por jogar!",
    rain_comes: "Vai chover envelope vermelho",
    rain_label: "Envelopes vermelhos caindo. Aperte a barra de espaço ou Enter para pegar um.",
    rain_label_watch: "Envelopes vermelhos caindo",
    rain_over: "A chuva acabou",
    rain_stopped: "O anfitrião parou esta chuva. O que foi pego continua valendo; o resto voltou.",
    packets_caught: |n| if n < 2 { " envelope pego" } else { " envelopes pegos" },
    largest_catches: "Maiores envelopes",
    question_of: |n, of| format!("Pergunta {n} de {of}"),
    players_joined: |n| match n {
        0 => "Ninguém chegou ainda".to_owned(),
        n => many(n.into(), "jogador", "jogadores"),
    },
    in_packets: |n| ["em ", &many(n.into(), "envelope", "envelopes")].concat(),
    only_from_score: |n| ["Para quem tem pelo menos ", &many(n, "ponto", "pontos")].concat(),
    only_last_right: "Para quem acertou a última resposta",
    only_survivors: "Para quem ainda está no jogo",
    only_best_team: "Para a melhor equipe",
    only_starters: "Para quem está aqui desde o começo",
    only_seated: "Para quem estava no jogo antes desta chuva",
    only_top_share: |percent| format!("Para os {percent}% melhores"),
    only_top_rank: |last| {
        if last == 1 {
            "Só para o 1º lugar".to_owned()
        } else {
            format!("Para os {last} melhores")
        }
    },
    prizes: "Prêmios para os melhores",
    prize_of: |place| format!("{place}º prêmio"),
    refusal,
    seal: |commitment| format!("Lacre {}", short(commitment)),
    entropy: |entropy| format!("Código dos jogadores {}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "Nenhum jogo tem este PIN",
        Refusal::GameFull => "O jogo está cheio",
        Refusal::GameLocked => "O anfitrião fechou a entrada",
        Refusal::GameEnded => "Este jogo acabou",
        Refusal::NicknameTaken => "Alguém já usa este apelido. Escolha outro.",
        Refusal::Nickname(InvalidName::Empty) => "Digite um apelido.",
        Refusal::Nickname(InvalidName::TooLong) => "Um apelido tem no máximo 20 caracteres.",
        Refusal::Nickname(InvalidName::Unprintable) => {
            "Este apelido tem caracteres que não podem ser mostrados."
        }
        Refusal::Nickname(InvalidName::NotGenerated) => {
            "Neste jogo os apelidos já vêm prontos. Escolha um deles."
        }
        Refusal::Nickname(InvalidName::Blocked) => {
            "Este apelido tem uma palavra que não aparece aqui. Escolha outro."
        }
        Refusal::Removed => "O anfitrião tirou você deste jogo",
        Refusal::NoSuchTeam => "Escolha uma equipe.",
        Refusal::NotSeated => "Entre no jogo primeiro",
        Refusal::NotOpen => "Esta pergunta não está aberta",
        Refusal::TooLate => "Tarde demais: a pergunta já tinha fechado.",
        Refusal::NoSuchAnswer => "Esta resposta não é aceita",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "Esse envelope já tinha ido",
        Refusal::TooEarly => "Um pouco cedo demais",
        Refusal::RainOver => "A chuva já tinha acabado",
        Refusal::NotEligible => "Você não estava entre quem podia pegar",
        Refusal::SoldOut => "Não sobrou envelope para você",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "Isso não é possível agora.",
        Refusal::TooManyJoins { .. } => {
            "Muita gente da sua rede está entrando. Vamos tentar de novo."
        }
        Refusal::Field => "Preencha o que o anfitrião pede, como no exemplo.",
        Refusal::SignInNeeded => {
            "Este jogo é só para quem fez login. Abra pelo link que você recebeu."
        }
        Refusal::Stale => "O jogo já tinha avançado.",
        Refusal::NotAllowed => "Este navegador não pode fazer isso.",
        Refusal::TooFast => "Rápido demais. Espere um instante.",
        Refusal::Malformed => "O servidor não entendeu. Recarregue a página.",
        Refusal::Unavailable => "O servidor está ocupado. Vamos tentar de novo.",
    }
}
