//! Brazilian Portuguese.

use super::many;
use crate::text::player::PlayerWords;

pub(in crate::text) static WORDS: PlayerWords = PlayerWords {
    outcome: &super::outcome::WORDS,
    names: &quizrain_shared::language::pt::NAMES,
    tap_another: "Ainda tem envelope caindo: toque em outro.",
    understood: "OK",
    home_title: "Entrar em um jogo",
    pin_wrong: "Um PIN tem seis dígitos.",
    your_name: "Seu apelido",
    join: "Entrar",
    joining: "Entrando…",
    locked_why: "O anfitrião fechou a entrada. Você entra assim que ela abrir de novo.",
    late_why: "O jogo já começou e ninguém mais pode entrar.",
    spin: |left| match left {
        0 => "Acabaram os sorteios".to_owned(),
        1 => "Sortear outro (resta 1)".to_owned(),
        left => format!("Sortear outro (restam {left})"),
    },
    removed_why: "Foi engano? Fale com o anfitrião. Aqui você pode entrar em outro jogo.",
    field_note: "Só o anfitrião vê isto.",
    identity_note: "Não precisa de conta. Este navegador guarda seu lugar e seu saldo.",
    signed_note: "Só com login. Seu lugar e seu saldo são seus em qualquer aparelho.",
    invited_note: "Só para convidados. Seu lugar e seu saldo são seus em todos os jogos desta lista.",
    playing_as: "Você joga como",
    not_you: "Não é você? Sair",
    invite_code: "O código do seu convite",
    sign_in_failed: "O login não funcionou. Abra seu link de novo.",
    elsewhere: "Você está jogando em outra janela",
    elsewhere_why: "Seu lugar só fica em uma janela por vez. Nada se perdeu.",
    use_it_here: "Jogar aqui",
    vibration: "Vibração",
    you_are_in: "Você entrou!",
    glory: |rank| match rank {
        1 => "Você venceu!",
        2 => "Segundo lugar!",
        _ => "Terceiro lugar!",
    },
    tap_face: "Toque para trocar de carinha",
    see_your_name: "Procure seu nome no telão.",
    react: "Reaja no telão",
    reactions: ["Aplauso", "Coração", "Risada", "Surpresa", "Festa"],
    begin: "Começar",
    begin_why: "Sem pressa: o tempo de cada pergunta só corre quando ela aparece.",
    next: "Próxima",
    finish: "Concluir",
    all_done: "Tudo pronto!",
    all_done_why: "Você respondeu a todas as perguntas. O placar final sai quando o jogo fechar.",
    send: "Enviar resposta",
    pick_all: "Marque todas as respostas certas.",
    pick_any: "Marque quantas quiser.",
    type_answer: "Digite sua resposta.",
    type_word: "Digite uma palavra.",
    type_words: "Uma palavra em cada campo; uma só já vale.",
    type_text: "Escreva uma frase.",
    type_number: "Digite um número.",
    change_sign: "Mais ou menos",
    put_in_order: "Arraste os itens para a ordem certa ou use as setas.",
    put_pairs: "Toque em dois à direita, e eles trocam de lugar.",
    put_pin: "Toque na imagem onde você acha que é.",
    pin_label: "A imagem. As setas do teclado movem seu marcador.",
    move_with_arrows: "Mover com as setas do teclado",
    move_up: "Para cima",
    move_down: "Para baixo",
    sound: "O som da pergunta",
    sound_words: "O que se ouve, por escrito",
    look_up: "Olhe para o telão.",
    sending: "Enviando…",
    answer_in: "Sua resposta chegou. Só um instante…",
    card_earned: "Você ganhou uma vida extra.",
    card_saved: "Uma vida extra salvou você.",
    you_are_out: "Você está fora. Pode continuar respondendo, só por diversão.",
    out_earns_nothing: "Você está fora, então isto não vale pontos.",
    no_points_yet: "Esta é a resposta certa.",
    final_board: "Placar final",
    another_game: "Entrar em outro jogo",
    play_again: "Jogar de novo",
    tap_one: "Toque em um envelope vermelho!",
    tap_keys: "ou aperte a barra de espaço",
    packets_left: |left| ["Só mais ", &left.to_string(), "!"].concat(),
    grabbing: "Abrindo…",
    crediting: "Pegou! A caminho do seu saldo…",
    crediting_long: "Pegou! O crédito está demorando mais que o normal; esta página avisa você.",
    credited: "Creditado no seu saldo",
    lost: "Este envelope se perdeu",
    lost_why: "Um servidor falhou antes do crédito, e o envelope não é seu. Seu saldo não mudou. Sentimos muito.",
    next_time: "Mais sorte na próxima chuva!",
    worth: |n| format!("até {}", many(n.into(), "ponto", "pontos")),
    too_long: |n| format!("No máximo {}.", many(n as u64, "caractere", "caracteres")),
    number_between: |low, high| ["Digite um número de ", low, " a ", high, "."].concat(),
    too_precise: |decimals| match decimals {
        0 => "Digite um número inteiro.".to_owned(),
        n => format!("No máximo {}.", many(n.into(), "casa decimal", "casas decimais")),
    },
    off_by: |far| ["errou por ", far].concat(),
    pin_at: |x, y| format!("Seu marcador: a {x}% da esquerda e {y}% do topo."),
    too_few_points: |need, have| {
        let need = many(need, "ponto", "pontos");
        format!("Esta chuva é para quem tem pelo menos {need}. Você tem {have}.")
    },
    join_wait: |seconds| {
        let wait = many(seconds.into(), "segundo", "segundos");
        format!(
            "Muita gente da sua rede está entrando. Deixe esta página aberta: ela tenta de novo daqui a {wait} ou um pouco mais."
        )
    },
    came_too_late: "Esta chuva é para quem já estava no jogo antes dela. Na próxima, você pode participar.",
    last_was_wrong: "Esta chuva é para quem acertou a última resposta.",
    place_too_low: |last, rank| {
        let who =
            if last == 1 { "o primeiro lugar".to_owned() } else { format!("os {last} melhores") };
        format!("Esta chuva é para {who}. Você está em {rank}º lugar.")
    },
    rank_too_low: |percent, rank| {
        format!("Esta chuva é para os {percent}% melhores. Você está em {rank}º lugar.")
    },
};
