//! Brazilian Portuguese.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use super::many;
use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "Opções…",
    mode: "Modo",
    classic: "Clássico",
    classic_why: "Todos jogam por pontos.",
    survival: "Sobrevivência",
    survival_why: "Quem erra ou não responde está fora.",
    teams: "Equipes",
    teams_why: "Os pontos da equipe são a média dos seus membros.",
    self_paced: "No seu ritmo",
    self_paced_why: "Cada jogador no seu ritmo, sabendo na hora o que está certo: para praticar.",
    open_minutes: "Aberto por, em minutos",
    revive_card: "Vida extra",
    no_card: "Nenhuma",
    card_after: |n| {
        let streak = many(n.into(), "acerto", "acertos");
        format!("Por uma sequência de {streak}")
    },
    team: |n| format!("Equipe {n}"),
    team_names: [
        "Gotas",
        "Estrelas",
        "Luas",
        "Folhas",
        "Raios",
        "Nuvens",
        "Picos",
        "Guarda-chuvas",
    ],
    add_team: "Adicionar equipe",
    remove_team: "Remover a última equipe",
    team_chosen: "Os jogadores escolhem a equipe",
    team_dealt: "Os jogadores são divididos por ordem de chegada",
    names: "Apelidos",
    names_free: "Cada jogador digita o seu",
    names_generated: "Os apelidos já vêm prontos",
    names_generated_why: "Simpáticos, como Panda Valente: ninguém digita nada.",
    identity: "Jogadores",
    identity_open: "Qualquer pessoa",
    identity_open_why: "Cada navegador é um jogador: uma pessoa pode ter vários lugares e pegar vários envelopes.",
    pays_anybody: "Pode pagar dinheiro a qualquer pessoa",
    pays_anybody_why: "Sem isto, onde há pagamentos, em um jogo aberto só chovem pontos.",
    field_asked: "Pedir mais um dado a todos",
    field_asked_why: "Como a matrícula: você a vê na lista de jogadores, nos resultados e nos pagamentos. Ninguém confere se é verdade.",
    field_email: "E-mail",
    field_number: "Matrícula",
    field_name: "Como se chama",
    field_pattern: "Padrão (expressão regular; pode ficar vazio)",
    field_example: "Um exemplo que os jogadores veem",
    identity_signed: "Quem fez login",
    identity_signed_why: "Por um link do seu próprio sistema ou pelo provedor OpenID deste servidor: uma pessoa é um só jogador em qualquer aparelho.",
    identity_invited: "Convidados",
    identity_invited_why: "Por códigos em cartões: um convidado é um jogador, no primeiro aparelho que mostrar o código.",
    choose_list: "Escolha uma lista",
    to_guests: "Listas de convidados",
    guest_list: |title, guests| format!("{title} ({guests})"),
    late_join: "Jogadores podem entrar depois",
    late_join_why: "Mesmo com a primeira pergunta já mostrada.",
    draw: "Perguntas sorteadas",
    all: |n| format!("todas as {n}"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "Um jogo tem de 2 a 8 equipes.",
        Problem::Teams(InvalidTeams::Name(_)) => "O nome de uma equipe tem de 1 a 20 caracteres.",
        Problem::Teams(InvalidTeams::SameName) => "Duas equipes têm o mesmo nome.",
        Problem::Field(InvalidField::Name) => {
            "O que se pede aos jogadores tem um nome de 1 a 40 caracteres."
        }
        Problem::Field(InvalidField::LongPattern) => "O padrão é longo demais.",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "Junto do padrão vai um exemplo que combine com ele."
        }
    },
};
