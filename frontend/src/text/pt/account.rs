//! Brazilian Portuguese.

use quizrain_shared::sealed::{Breach, Proof};
use quizrain_shared::wire::PacketState;

use super::many;
use crate::state::seals::{Checked, short};
use crate::text::account::AccountWords;

pub(in crate::text) static WORDS: AccountWords = AccountWords {
    outcome: &super::outcome::WORDS,
    devices: &super::devices::WORDS,
    back_to_game: "Voltar ao seu jogo",
    balance_empty: "Nada ainda",
    balance_empty_why: "Os envelopes que você pegar em uma chuva aparecem aqui.",
    download: "Baixar (CSV)",
    download_failed: "Não foi possível baixar o arquivo. Tente de novo.",
    balance_incomplete: "Um servidor não responde. Até ele voltar, podem faltar aqui envelopes que você acabou de pegar.",
    sign_out: "Sair neste aparelho",
    sign_in: "Fazer login",
    signing_in: "Fazendo login…",
    no_sign_in: "Este servidor não tem página de login. Use o link que você recebeu.",
    signed_in_note: "Você fez login: este saldo é seu e volta onde quer que você faça login de novo.",
    balance_note: "Este saldo é deste navegador. Outros aparelhos não o veem.",
    privacy: "O que é guardado sobre você",
    take_data: "Tudo o que é guardado sobre mim (JSON)",
    erase: "Apagar meus dados",
    erase_person: "Isso não pode ser desfeito.\n\nSome de vez: quem você é aqui, seus logins em todos os aparelhos, seu convite; nos jogos que acabaram, seus apelidos, o que você digitou e anotações de anfitriões sobre você.\n\nFica: o que você pegou, seus pontos, posições e escolhas, sob um número sem nome. Quem sabe como você é chamado onde faz login pode encontrar isso. Pagamentos já enviados ficam com quem os recebeu.\n\nApagar?",
    erase_browser: "Isso não pode ser desfeito.\n\nSome de vez: nos jogos que acabaram, os apelidos deste navegador, o que foi digitado nele e anotações de anfitriões sobre você.\n\nFica: o que você pegou, seus pontos, posições e escolhas, sob um número sem nome. O saldo continua neste navegador.\n\nApagar?",
    erased: "Apagado. Das cópias de segurança, some quando elas expirarem.",
    erased_later: "Apagado, menos quem você é: isso some assim que tudo for pago a você.",
    erase_not_yet: "Agora não: um jogo em que você está ou esteve ainda não acabou, ou algo que você pegou ainda está sendo creditado. Tente de novo um pouco mais tarde.",
    receipt_later: "Os detalhes chegam quando o jogo acabar e tudo o que foi pego nele estiver acertado. Esta página se atualiza sozinha.",
    receipt_none: "Este navegador não jogou nesse jogo, ou o jogo não está mais guardado.",
    key_fixed: "corrigido pelo anfitrião",
    came_later: "Você ainda não tinha chegado.",
    still_in: "ainda no jogo",
    packet_state: |state| match state {
        PacketState::Crediting => "É seu; sendo creditado",
        PacketState::Credited => "Creditado",
        PacketState::Paying => "A caminho da sua conta",
        PacketState::Paid => "Pago na sua conta",
        PacketState::Refused => "Recusado; fica neste saldo",
        PacketState::Held => "Em análise; o anfitrião já sabe",
        PacketState::Void => "Perdido antes do crédito",
    },
    check: "Foi justo?",
    checked,
    sealed_list: "A lista lacrada",
    contributions: "O que os celulares acrescentaram",
    claims: "O que foi pego",
};

fn checked(checked: &Checked, packet: u32) -> String {
    let n = u64::from(packet) + 1;
    match checked {
        Checked::Proof(Proof::Kept { packets, players, own }) => {
            let phones = many(u64::from(*players), "celular", "celulares");
            let whose = if *own {
                "incluindo o seu"
            } else {
                "sem o seu: você só chegou depois do sorteio"
            };
            format!(
                "Justo: envelope {n} de {packets}. Os valores e a ordem são os que foram lacrados antes da chuva, e o sorteio foi feito como prometido: com o segredo do servidor e o que veio de {phones}, {whose}."
            )
        }
        Checked::Proof(Proof::Unseen { packets, commitment }) => format!(
            "O envelope {n} de {packets} está na lista com este valor. Este navegador não viu o lacre antes da chuva; compare com um que viu: {seal}",
            seal = short(commitment)
        ),
        Checked::Proof(Proof::Broken(breach)) => broken(*breach).to_owned(),
        Checked::NotYet => "A lista aparece assim que a chuva inteira estiver acertada.".to_owned(),
        Checked::Unreachable => "O servidor não responde. Tente de novo.".to_owned(),
    }
}

fn broken(breach: Breach) -> &'static str {
    match breach {
        Breach::List => "Esta não é a lista que foi lacrada antes da chuva. Avise o anfitrião.",
        Breach::Rules => {
            "A chuva foi lacrada com regras diferentes das que foram mostradas. Avise o anfitrião."
        }
        Breach::Chain => {
            "O servidor sorteou com um segredo diferente do que prometeu antes de você entrar. Avise o anfitrião."
        }
        Breach::Entropy => {
            "Esta não é a lista do que os celulares acrescentaram que foi mostrada antes da chuva. Avise o anfitrião."
        }
        Breach::LeftOut => {
            "O que o seu celular acrescentou ficou fora do sorteio. Avise o anfitrião."
        }
        Breach::Draw => "Os valores não são os que tinham de ser sorteados. Avise o anfitrião.",
    }
}
