//! Brazilian Portuguese.

use std::cmp::Ordering;

use quizrain_shared::allocation::{Impossible, MAX_PACKETS};
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::rain::{InvalidPlan, SECONDS};
use quizrain_shared::wire::{Incident, Refusal};

use super::many;
use super::{desk, editor, ledger, library, new_game, problems, theme, why};
use crate::state::draft::DraftProblem;
use crate::text::stage::StageWords;

pub(in crate::text) static WORDS: StageWords = StageWords {
    common: &super::words::WORDS,
    refusal,
    why: |it| Some(why::said(it)),
    incident: |incident| match incident {
        Incident::RedisAway => {
            "O Redis não responde. Até ele voltar, ninguém consegue entrar, responder nem pegar um envelope, e nada avança."
        }
        Incident::DatabaseAway => {
            "O banco de dados não responde. O quiz continua, e os envelopes pegos são creditados depois. Novos jogos, novas chuvas e o fim de uma chuva esperam até ele voltar."
        }
        Incident::RolledBack => {
            "Os servidores perderam os últimos instantes e recolocaram o que as telas mostravam. Olhe a imagem antes de continuar."
        }
    },
    try_device: "Testar aparelhos e Wi-Fi",
    cancel: "Cancelar",
    locked: "fechado",
    no_such_game: "Este jogo não existe",
    join_at: "Entre em",
    qr_alt: "QR code que abre este jogo",
    answered: |n| if n < 2 { " resposta" } else { " respostas" },
    points: "pontos",
    sound: "Esta pergunta tem um som",
    sound_again: "Tocar o som de novo",
    sound_stop: "Parar o som",
    sound_click: "Clique para tocar o som",
    sound_fails: "Este navegador não consegue tocar o som.",
    mute: "Sem som",
    mute_why: "Tudo o que esta tela toca: música, sinais, sons das perguntas. + e − aumentam e diminuem.",
    volume: "Volume",
    full_screen: "Tela cheia",
    next_game_soon: "O próximo jogo já vai começar",
    all_gone: "Acabou tudo!",
    of_pot: "de",
    key_title: "Conduzir um jogo",
    key_why: "Abra o link que o Quizrain mostrou no terminal ou cole a chave de lá. Sem terminal, pergunte a quem opera o servidor.",
    host_key: "Chave do anfitrião",
    key_wrong: "Uma chave tem 32 caracteres, 0–9 e a–f.",
    key_not_accepted: "O servidor não aceita isto: a chave está errada, seu login foi encerrado ou sua conta não pode fazê-lo. Um proprietário do servidor pode ajudar.",
    other_key: "Fazer login ou usar outra chave",
    library: "Escolha um quiz",
    library_empty: "Ainda não há nenhum quiz. Adicione um com quizrain import.",
    running_games: "Jogos em andamento",
    go_on: "Continuar",
    start_game: "Abrir a sala",
    draw_questions: "Perguntas, por sorteio",
    to_library: "Biblioteca",
    players: "Jogadores",
    lock: "Fechar a entrada",
    unlock: "Abrir a entrada",
    open_screen: "Abrir o telão",
    controls: "Controles",
    space_hint: "Espaço, Enter, → ou um passador aperta o botão vermelho.",
    state_lobby: "Os jogadores estão entrando",
    state_reading: "A pergunta está sendo lida",
    state_paused: "Pausa: ninguém pode responder",
    state_slide: "Um slide está na tela",
    state_asking: "A pergunta está aberta",
    state_paced: "Cada um joga no seu ritmo",
    begin: "Começar",
    close_game: "Fechar o jogo",
    closes_in: |left| format!("Fecha em {left}"),
    own_paces: |begun, done| {
        let began = if begun < 2 { "começou" } else { "começaram" };
        let ended = if done < 2 { "terminou" } else { "terminaram" };
        format!("{begun} {began} · {done} {ended}")
    },
    state_revealed: "A resposta está na tela",
    state_rain: "Envelopes estão caindo. A chuva acaba sozinha.",
    first_question: "Começar a primeira pergunta",
    open_question: "Abrir a pergunta",
    reveal_now: "Revelar agora",
    pause: "Pausar",
    resume: "Continuar",
    show_board: "Mostrar o placar",
    open_rain: "Chuva de envelopes",
    show_podium: "Mostrar os vencedores",
    typed_texts: "O que os jogadores digitaram",
    hide_text: "Ocultar",
    pick_text: "Escolher",
    picked_text: |n| format!("Escolhido, {n}"),
    pick_why: |n| {
        format!("O telão mostra os que você escolher, no máximo {n}, e não mais os outros.")
    },
    stop_rain: "Parar a chuva",
    stop_sure: "Parar a chuva agora?",
    stop_why: "O que foi pego continua valendo. O resto do pote volta, e todos veem que você parou a chuva.",
    end_game: "Encerrar o jogo",
    end_sure: "Encerrar o jogo agora?",
    end_why: "Depois disso ninguém pode responder nem pegar nada. Os envelopes creditados ficam.",
    take_over_title: "Este jogo é conduzido por outro navegador",
    take_over_why: "Você pode assumi-lo com a sua chave do anfitrião. O outro navegador deixa de conduzir; os jogadores não notam nada.",
    take_over: "Assumir o jogo",
    which_rain: "Qual chuva",
    another_rain: "Uma chuva nova",
    after_question: |n| format!("Depois da pergunta {n}"),
    at_the_end: "No fim",
    has_fallen: "Já caiu",
    pot: "Pote",
    currency: "Moeda",
    packets: "Envelopes",
    seconds: "Segundos",
    smallest: "Menor envelope",
    largest: "Maior envelope",
    split: "Como o pote é dividido",
    split_lucky: "Na sorte",
    split_lucky_why: "Valores aleatórios; todos têm as mesmas chances.",
    split_line: "Na sorte, com bolada",
    split_line_why: "Dividido em pontos aleatórios: muitos envelopes pequenos e alguns grandes.",
    split_equal: "Igual",
    split_equal_why: "Todos os envelopes têm o mesmo valor.",
    split_shares: "Uma parte para cada",
    split_shares_why: "Todos os que podem pegar quando a chuva começa dividem o pote por igual.",
    prizes_why: "Um envelope fixo para cada um dos três primeiros; em caso de empate, divide-se.",
    first_prize: "Primeiro prêmio",
    second_prize: "Segundo prêmio",
    third_prize: "Terceiro prêmio",
    who_may: "Quem pode pegar",
    everyone: "Todos",
    score_at_least: "Quem tem pelo menos tantos pontos",
    last_right: "Quem acertou a última pergunta",
    top_share: "Os melhores, em porcentagem",
    top_rank: "Os melhores, até a posição",
    let_it_rain: "Fazer chover",
    money_sure: "Fazer chover dinheiro de verdade?",
    money_credited: |amount| format!("{amount}: crédito para quem pegar."),
    packets_of: |n| many(n.into(), "envelope", "envelopes"),
    for_everybody: "Para todos",
    next_question: |n, of| format!("Pergunta {n} de {of}"),
    others: |n| many(n.into(), "outra resposta", "outras respostas"),
    average: |mean| ["Média ", mean].concat(),
    climbed_most: |n| format!("Maior subida, {}:", many(n.into(), "posição", "posições")),
    up: |n| format!("subiu {n}"),
    down: |n| format!("desceu {n}"),
    new_on_board: "novo",
    of_players: |n| many(n.into(), "jogador", "jogadores"),
    questions: |n| many(n.into(), "pergunta", "perguntas"),
    packets_for: |packets, players| {
        let so = match (packets.cmp(&players), packets.abs_diff(players)) {
            (Ordering::Less, 1) => "1 fica sem.".to_owned(),
            (Ordering::Less, without) => format!("{without} ficam sem."),
            (Ordering::Equal, _) => "um para cada.".to_owned(),
            (Ordering::Greater, over) => format!("{over} a mais; o que ninguém pega volta."),
        };
        let packets = many(packets.into(), "envelope", "envelopes");
        format!("{packets} para {}: {so}", many(players.into(), "jogador", "jogadores"))
    },
    packets_for_some: |packets, players| {
        let packets = many(packets.into(), "envelope", "envelopes");
        let players = many(players.into(), "jogador", "jogadores");
        format!(
            "{packets}. {players} aqui, mas nem todos podem pegar: quem pode se sabe na hora da chuva."
        )
    },
    packets_at_least: |n| {
        let packets = many(n.into(), "envelope", "envelopes");
        format!("Pelo menos {packets}: em menos o pote não cabe.")
    },
    pot_rises: |from, to| format!("Um para cada aumenta o pote de {from} para {to}."),
    pot_raised: |from, to| format!("O pote aumentou de {from} para {to}."),
    packet_for_each: "Um para cada jogador",
    draft_problem,
    new_game: &new_game::WORDS,
    themes: &theme::WORDS,
    editor: &editor::WORDS,
    problem_words: &problems::WORDS,
    library_words: &library::WORDS,
    desk: &desk::WORDS,
    ledger: &ledger::WORDS,
};

fn draft_problem(why: DraftProblem) -> String {
    match why {
        DraftProblem::Money(InvalidMoney::NotANumber) => {
            "Escreva valores como 1234,50, sem separar os milhares.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(0)) => {
            "Esta moeda não tem casas decimais.".to_owned()
        }
        DraftProblem::Money(InvalidMoney::TooPrecise(decimals)) => {
            let decimals = many(decimals.into(), "casa decimal", "casas decimais");
            format!("Esta moeda tem no máximo {decimals}.")
        }
        DraftProblem::Money(InvalidMoney::TooLarge) => "O valor é alto demais.".to_owned(),
        DraftProblem::Money(InvalidMoney::UnknownCurrency) => "Escolha uma moeda.".to_owned(),
        DraftProblem::Number => "Escreva um número inteiro.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Seconds) => {
            format!("Uma chuva dura de {} a {} segundos.", SECONDS.start(), SECONDS.end())
        }
        DraftProblem::Plan(InvalidPlan::Share) => "De 1 a 100 por cento.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Rank) => "A primeira posição é 1.".to_owned(),
        DraftProblem::Plan(InvalidPlan::Nobody) => {
            "Ninguém pode pegar, então ninguém pode dividir o pote.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::ShareTooSmall) => {
            "O pote é pequeno demais para dar uma parte a cada um.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::PrizeRanks) => {
            "Os prêmios são para as primeiras posições.".to_owned()
        }
        DraftProblem::Plan(InvalidPlan::Pot(why)) => pot_problem(why),
    }
}

fn pot_problem(why: Impossible) -> String {
    match why {
        Impossible::Prizes => {
            "Todo prêmio vale algo, e nenhum vale mais que o anterior.".to_owned()
        }
        Impossible::PacketCount => format!("Uma chuva tem de 1 a {MAX_PACKETS} envelopes."),
        Impossible::MinTooSmall => "O menor envelope tem de ter algo dentro.".to_owned(),
        Impossible::MaxBelowMin => "O maior envelope está abaixo do menor.".to_owned(),
        Impossible::PotTooSmall => "O pote é pequeno demais para tantos envelopes.".to_owned(),
        Impossible::PotTooLarge => {
            "O pote é grande demais: aumente o maior envelope ou faça chover menos.".to_owned()
        }
    }
}

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::Unfunded => "O patrocinador não depositou o bastante para este pote",
        Refusal::NoQuestionLeft => "Não há mais perguntas.",
        Refusal::NoSuchPlayer => "Este jogador não está mais no jogo.",
        Refusal::Invalid => "Isto não pode ser usado.",
        Refusal::NoRainLeft => "Este jogo já teve todas as suas chuvas. Crie outro jogo.",
        Refusal::OnlyWatching => "Com este link você observa e não mexe em nada.",
        Refusal::IdentityNeeded => {
            "Dinheiro é pago a quem fez login. Crie um jogo só com login ou um que possa pagar a qualquer pessoa."
        }
        why => (super::words::WORDS.refusal)(why),
    }
}
