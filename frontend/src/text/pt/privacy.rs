//! Brazilian Portuguese.

use quizrain_shared::api::Privacy;

use super::many;
use crate::text::privacy::{PrivacyWords, Section, Span};

pub(in crate::text) static WORDS: PrivacyWords = PrivacyWords {
    title: "O que é guardado sobre você",
    lead: "O Quizrain é um programa, e quem o opera aqui responde pelo que ele guarda. Foi o programa que escreveu esta página; os números são os deste servidor.",
    sections,
    whom_to_ask: "A quem perguntar",
    ask_host: "Pergunte ao anfitrião do seu jogo.",
};

fn span(seconds: u64) -> String {
    match Span::of(seconds) {
        Span::Minutes(n) => many(n, "minuto", "minutos"),
        Span::Hours(n) => many(n, "hora", "horas"),
        Span::Days(n) => many(n, "dia", "dias"),
    }
}

fn sections(said: &Privacy) -> Vec<Section> {
    vec![who(said), kept(said), seen(said), had()]
}

fn who(said: &Privacy) -> Section {
    Section::new("Quem você é aqui", [
        Some("Em um jogo aberto você não precisa de conta: seu navegador cria um número aleatório, e o servidor guarda uma impressão digital dele. Sem e-mail, sem publicidade, sem rastreamento, sem cookie. Se você passa essa conta a outro aparelho seu com um código, o servidor guarda também as impressões digitais desses navegadores.".to_owned()),
        said.sign_in_seconds.map(|seconds| format!("Se você faz login: quem confirma quem você é, como você é chamado lá, seu nome e quais navegadores são seus. Assim você é um só jogador em todos eles. Um navegador fica com o login por {}, ou até você sair. Enquanto você está na página de login, seu navegador tem um cookie para isso, por no máximo dez minutos.", span(seconds))),
        Some("Se você vem com um convite: como a lista de convidados do anfitrião chama você, seu nome, se estiver nela, e qual navegador é o seu. Se o anfitrião exclui a lista, isso é excluído com ela.".to_owned()),
        Some("Daí em diante, os jogos que você joga nesse navegador são seus como a pessoa que fez login, inclusive os abertos.".to_owned()),
    ])
}

fn kept(said: &Privacy) -> Section {
    let (game, results) = (span(said.game_seconds), span(said.results_seconds));
    Section::new("O que é guardado, por quê e por quanto tempo", [
        Some(format!("Seu apelido, sua equipe, o que você respondeu e quando, pontos, posições e anotações de um anfitrião sobre isso: para jogar e para os resultados. Até {results} depois do fim do jogo. Aquilo de que o próprio jogo precisa para rodar some {game} depois do fim.")),
        Some("O que você pegou, quando, e no que deu: para que seu saldo esteja certo e todos possam conferir. Para sempre, sob um número e sem nome.".to_owned()),
        said.points_seconds.map(|seconds| format!("Jogos em que só choveram pontos são apagados {} depois do fim, com tudo.", span(seconds))),
        Some("Bytes aleatórios do seu celular: eles fizeram parte do sorteio, que todos podem conferir com eles. Pelo mesmo tempo que a chuva, sem nome.".to_owned()),
        said.pays_out.then(|| "O que foi enviado para ser pago a você e quem você é, se fez login ou foi convidado: para que seja pago uma vez só. Para sempre.".to_owned()),
        Some(format!("De onde você veio na rede: o endereço em si fica só na memória do servidor, de minutos a algumas horas, contra sobrecargas. O jogo tem uma impressão digital cifrada dele, para que um anfitrião possa barrar alguém, até {game} depois do fim.")),
        Some("Cópias para emergências têm o que havia no dia delas, até serem apagadas.".to_owned()),
        Some("Este navegador guarda o número aleatório dele, seu apelido e sua carinha, o último PIN, seu idioma e o que viu das chuvas. Se você limpa os dados deste site, isso some, e com ele um saldo que você tinha sem login.".to_owned()),
    ])
}

fn seen(said: &Privacy) -> Section {
    Section::new("Quem vê", [
        Some("Outros jogadores: seu apelido, sua carinha, e pontos e posições no placar. O que foi digitado aparece agrupado, sem nomes.".to_owned()),
        Some("O anfitrião e quem ele deixa entrar no painel: tudo do jogo deles. Se foi preciso fazer login ou ter convite, também quem você é.".to_owned()),
        Some("Quem tem um link para os resultados: o pódio e os gráficos, e os apelidos, se o anfitrião os mostrar.".to_owned()),
        said.pays_out.then(|| "Quem paga o que foi pego: seu número e os valores, e quem você é, se fez login ou foi convidado.".to_owned()),
        Some("Quem opera este servidor pode ler tudo. Mais ninguém: as páginas só consultam este servidor.".to_owned()),
    ])
}

fn had() -> Section {
    Section::new("O que você pode pedir", [
        Some("Uma cópia: em Saldo, com o navegador que jogou, cada jogo que acabou e tudo o que você pegou; lá também, tudo o que é guardado sobre você em um só arquivo.".to_owned()),
        Some("Apagar seus dados: em Saldo. Antes de qualquer coisa, a página diz o que some e o que fica.".to_owned()),
        Some("Outro apelido ou a saída de um jogo em andamento: fale com o anfitrião.".to_owned()),
    ])
}
