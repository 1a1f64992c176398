//! Brazilian Portuguese.

use quizrain_shared::api::{
    InvalidKey, InvalidPicture, InvalidSound, MAX_CREW, MAX_GUEST_LISTS, MAX_HOSTS,
    MAX_KEY_NAME_CHARS, MAX_KEYS, MAX_UPLOADED_SIDE, PayoutState, UnusualSound, Why,
};
use quizrain_shared::field::InvalidField;
use quizrain_shared::question::MAX_SOUND_MS;
use quizrain_shared::quiz::QuizProblem;

use super::many;
use super::{desk, editor, hosts, library, new_game, stage};
use crate::state::new_game::Problem;
use crate::text::span;
use crate::text::why::size;

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
pub(in crate::text) fn said(why: &Why) -> String {
    match why {
        Why::NotFound => "Isto não existe aqui, ou não existe mais.".to_owned(),
        Why::TooMany => "Há pedidos demais desta rede. Tente de novo daqui a pouco.".to_owned(),
        Why::Busy => "Há gente demais pedindo agora. Tente de novo daqui a pouco.".to_owned(),
        Why::Incomplete => {
            "Agora não dá para ler tudo. Tente de novo daqui a pouco.".to_owned()
        }
        Why::TooSlow => "Isto demorou demais. Tente de novo.".to_owned(),
        Why::TooLarge(bytes) => format!("Isto é grande demais; o máximo é {}.", size(*bytes)),
        Why::Internal => "Algo deu errado no servidor. Tente de novo.".to_owned(),
        Why::Refused(refusal) => stage::WORDS.why_refused(refusal),
        Why::Picture(why) => picture(why),
        Why::Sound(why) => sound(why),
        Why::InBin => "Este quiz está na lixeira. Restaure-o primeiro.".to_owned(),
        Why::Stale(_) => "Alguém acabou de salvar este quiz. Abra de novo.".to_owned(),
        Why::Taken => "Outro quiz tem este id. Tente de novo.".to_owned(),
        Why::Teams => "Este quiz é da equipe. Faça uma cópia para ter o seu.".to_owned(),
        Why::Quiz(problem) => quiz(problem),
        Why::Unfinished(problem) => format!("Este quiz não está pronto: {}", quiz(problem)),
        Why::NoMedia(question) => {
            format!("A imagem ou o som da pergunta {question} não está no servidor. Envie de novo.")
        }
        Why::NoLook => "Uma imagem do tema não está no servidor. Envie de novo.".to_owned(),
        Why::Columns => {
            "Não dá para entender as colunas. Escreva as letras delas, como A, B-E ou B+D.".to_owned()
        }
        Why::NothingChosen => "Nenhuma pergunta foi escolhida.".to_owned(),
        Why::Tags => library::WORDS.too_many_tags.to_owned(),
        Why::Search(most) => format!("Uma busca tem no máximo {most} caracteres."),
        Why::Pattern => "Não dá para entender o padrão.".to_owned(),
        Why::Example => {
            let why = Problem::Field(InvalidField::Example);
            (new_game::WORDS.problem)(&why).to_owned()
        }
        Why::SignsNobodyIn => "Neste servidor não dá para fazer login: inicie-o com --identity-key, --identity-jwks-url ou --oidc-issuer (veja docs/HOSTING.md).".to_owned(),
        Why::NoGuestList => "Esta lista de convidados não existe.".to_owned(),
        Why::TooManySignIns => "Tentativas demais. Espere um minuto.".to_owned(),
        Why::CodesWait(seconds) => {
            let wait = span(*seconds);
            format!("Códigos errados demais. Use um código de recuperação ou espere {wait}.")
        }
        Why::Account(why) => (hosts::WORDS.invalid)(*why).to_owned(),
        Why::HasSecondFactor => {
            "Esta conta já tem um segundo fator. Desligue-o primeiro.".to_owned()
        }
        Why::LoginTaken => "Outra conta tem este nome de login.".to_owned(),
        Why::FirstIsOwner => "A primeira conta de um servidor é de um proprietário.".to_owned(),
        Why::OwnAccount => {
            "Esta é a sua própria conta: você não pode desativá-la, excluí-la nem rebaixá-la.".to_owned()
        }
        Why::OwnPassword => {
            "Esta é a sua própria conta: mude a senha ou use um código de recuperação.".to_owned()
        }
        Why::OwnSecondFactor => {
            "Esta é a sua própria conta: desligue o segundo fator com um código dele.".to_owned()
        }
        Why::OwnProvider => {
            "Esta é a sua própria conta: desconecte-a do provedor com a senha dela.".to_owned()
        }
        Why::TooManyHosts => format!("O servidor tem {MAX_HOSTS} contas, que é o máximo."),
        Why::Key(why) => key(*why),
        Why::TooManyKeys => {
            format!("O servidor tem {MAX_KEYS} chaves, que é o máximo. Revogue algumas.")
        }
        Why::CrewFull => (desk::WORDS.links_full)(MAX_CREW),
        Why::TooManyGuestLists => {
            format!("O servidor tem {MAX_GUEST_LISTS} listas de convidados, que é o máximo.")
        }
        Why::GuestsPlay => {
            "Um jogo em andamento usa esta lista de convidados. Encerre-o primeiro.".to_owned()
        }
        Why::GuestsUsed(used) => {
            let guests = many((*used).into(), "convidado já chegou", "convidados já chegaram");
            format!("Não foi excluída: {guests}. Aperte de novo para excluir mesmo assim.")
        }
        Why::InviteUsed => {
            "Este convite está em uso. Libere-o primeiro ou apague a pessoa que veio com ele.".to_owned()
        }
        Why::PayoutTooLate(state) => format!("Tarde demais: este pagamento {}.", payout(*state)),
        Why::NothingHeld => "Nada está retido para esta conta.".to_owned(),
        Why::NothingCredited => "Nada foi creditado a esta conta ainda. O que vier fica retido e então pode ser recusado.".to_owned(),
    }
}

fn key(why: InvalidKey) -> String {
    match why {
        InvalidKey::Nameless => {
            "Escreva para que serve a chave, para reconhecê-la depois.".to_owned()
        }
        InvalidKey::LongName => {
            format!("Diga para que ela serve em até {MAX_KEY_NAME_CHARS} caracteres.")
        }
        InvalidKey::Unprintable => {
            "O nome da chave tem caracteres que não podem ser mostrados.".to_owned()
        }
        InvalidKey::NoScope => "Uma chave precisa poder fazer pelo menos uma coisa.".to_owned(),
        InvalidKey::Past => "Uma chave não pode já ter expirado.".to_owned(),
    }
}

fn payout(state: PayoutState) -> &'static str {
    match state {
        PayoutState::Pending => "ainda não foi enviado",
        PayoutState::Sent => "está a caminho",
        PayoutState::Confirmed => "foi confirmado",
        PayoutState::Refused => "foi recusado",
        PayoutState::Unknown => "foi enviado e ainda não teve resposta",
        PayoutState::NeedsHuman => "precisa de você",
        PayoutState::Held => "está retido para você",
    }
}

pub(in crate::text) fn quiz(problem: &QuizProblem) -> String {
    let said = (editor::WORDS.quiz_problem)(&problem.what);
    match problem.question {
        Some(question) => format!("Pergunta {}: {said}", u32::from(question) + 1),
        None => said,
    }
}

pub(in crate::text) fn picture(why: &InvalidPicture) -> String {
    match why {
        InvalidPicture::UnknownKind => {
            "Isto não é uma imagem que se possa mostrar. Use um arquivo PNG, JPEG, WebP ou GIF."
                .to_owned()
        }
        InvalidPicture::Size(width, height) => format!(
            "Esta imagem tem {width} por {height} pixels; o máximo é {MAX_UPLOADED_SIDE} de lado e 40 milhões ao todo."
        ),
        InvalidPicture::Memory => {
            "Abrir esta imagem exige memória demais. Salve com 8 bits por cor.".to_owned()
        }
        InvalidPicture::Damaged => {
            "Não dá para ler esta imagem: o arquivo está danificado.".to_owned()
        }
    }
}

pub(in crate::text) fn sound(why: &InvalidSound) -> String {
    match why {
        InvalidSound::UnknownKind => {
            "Isto não é um som que se possa tocar. Use um arquivo MP3, OGG (Vorbis ou Opus) ou WAV."
                .to_owned()
        }
        InvalidSound::Unplayable(how) => {
            let how = match how {
                UnusualSound::WavCoding => "um arquivo WAV com codificação incomum",
                UnusualSound::WavChannels => "um arquivo WAV com canais ou taxa incomuns",
                UnusualSound::OggCoding => "um arquivo OGG sem Vorbis nem Opus",
                UnusualSound::OggHeaders => "um arquivo OGG com cabeçalhos incomuns",
            };
            format!("Isto é {how}, que nem todo navegador toca. Salve o som como MP3.")
        }
        InvalidSound::Damaged => "Não dá para ler este som: o arquivo está danificado.".to_owned(),
        InvalidSound::TooLarge(bytes) => {
            format!("Este som tem {bytes} bytes; o máximo é 2 MiB. Salve como MP3 ou OGG.")
        }
        InvalidSound::TooLong(ms) => format!(
            "Este som dura {} segundos; o máximo é {}.",
            ms.div_ceil(1000),
            MAX_SOUND_MS / 1000
        ),
    }
}
