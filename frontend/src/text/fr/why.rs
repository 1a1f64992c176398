//! French.

use quizrain_shared::api::{
    InvalidKey, InvalidPicture, InvalidSound, MAX_CREW, MAX_GUEST_LISTS, MAX_HOSTS,
    MAX_KEY_NAME_CHARS, MAX_KEYS, MAX_UPLOADED_SIDE, PayoutState, UnusualSound, Why,
};
use quizrain_shared::field::InvalidField;
use quizrain_shared::question::MAX_SOUND_MS;
use quizrain_shared::quiz::QuizProblem;

use super::{desk, editor, hosts, library, many, new_game, stage};
use crate::state::new_game::Problem;
use crate::text::span;
use crate::text::why::size;

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
pub(in crate::text) fn said(why: &Why) -> String {
    match why {
        Why::NotFound => "Introuvable, ou déjà supprimé.".to_owned(),
        Why::TooMany => "Trop de demandes depuis ce réseau. Réessayez dans un instant.".to_owned(),
        Why::Busy => "Le serveur est occupé. Réessayez dans un instant.".to_owned(),
        Why::Incomplete => {
            "Tout ne peut pas être lu pour l’instant. Réessayez dans un moment.".to_owned()
        }
        Why::TooSlow => "Cela a pris trop de temps. Réessayez.".to_owned(),
        Why::TooLarge(bytes) => format!("C’est trop gros ; {} au maximum.", size(*bytes)),
        Why::Internal => "Le serveur a rencontré une erreur. Réessayez.".to_owned(),
        Why::Refused(refusal) => stage::WORDS.why_refused(refusal),
        Why::Picture(why) => picture(why),
        Why::Sound(why) => sound(why),
        Why::InBin => "Ce quiz est dans la corbeille. Restaurez-le d’abord.".to_owned(),
        Why::Stale(_) => "Quelqu’un vient d’enregistrer ce quiz. Ouvrez-le de nouveau.".to_owned(),
        Why::Taken => "Un autre quiz a déjà cet identifiant. Réessayez.".to_owned(),
        Why::Teams => "Ce quiz est à l’équipe. Pour en avoir un à vous, dupliquez-le.".to_owned(),
        Why::Quiz(problem) => quiz(problem),
        Why::Unfinished(problem) => format!("Le quiz n’est pas fini. {}", quiz(problem)),
        Why::NoMedia(question) => {
            format!("L’image ou le son de la question {question} n’est pas sur le serveur. Envoyez-le de nouveau.")
        }
        Why::NoLook => "Une image du thème n’est pas sur le serveur. Envoyez-la de nouveau.".to_owned(),
        Why::Columns => {
            "Colonnes illisibles. Indiquez leurs lettres, comme A, B-E ou B+D.".to_owned()
        }
        Why::NothingChosen => "Aucune question n’est choisie.".to_owned(),
        Why::Tags => library::WORDS.too_many_tags.to_owned(),
        Why::Search(most) => format!("Une recherche a {most} caractères au maximum."),
        Why::Pattern => "Le modèle est mal écrit et ne peut pas être lu.".to_owned(),
        Why::Example => {
            let why = Problem::Field(InvalidField::Example);
            (new_game::WORDS.problem)(&why).to_owned()
        }
        Why::SignsNobodyIn => {
            "Ce serveur ne connecte pas les joueurs : démarrez-le avec --identity-key, --identity-jwks-url ou --oidc-issuer (docs/HOSTING.md).".to_owned()
        }
        Why::NoGuestList => "Cette liste d’invités n’existe pas.".to_owned(),
        Why::TooManySignIns => "Trop d’essais. Attendez une minute.".to_owned(),
        Why::CodesWait(seconds) => {
            let wait = span(*seconds);
            format!("Trop de codes faux. Utilisez un code de secours, ou réessayez dans {wait}.")
        }
        Why::Account(why) => (hosts::WORDS.invalid)(*why).to_owned(),
        Why::HasSecondFactor => {
            "Ce compte a déjà la double authentification. Désactivez-la d’abord.".to_owned()
        }
        Why::LoginTaken => "Un autre compte a cet identifiant.".to_owned(),
        Why::FirstIsOwner => {
            "Le premier compte d’un serveur est celui d’un propriétaire.".to_owned()
        }
        Why::OwnAccount => {
            "C’est votre propre compte : vous ne pouvez ni le désactiver, ni le supprimer, ni réduire son rôle.".to_owned()
        }
        Why::OwnPassword => {
            "C’est votre propre compte : changez de mot de passe, ou utilisez un code de secours.".to_owned()
        }
        Why::OwnSecondFactor => {
            "C’est votre propre compte : désactivez la double authentification avec un de ses codes.".to_owned()
        }
        Why::OwnProvider => {
            "C’est votre propre compte : dissociez-le avec son mot de passe.".to_owned()
        }
        Why::TooManyHosts => format!("Ce serveur a déjà {MAX_HOSTS} comptes, c’est le maximum."),
        Why::Key(why) => key(*why),
        Why::TooManyKeys => {
            format!("Ce serveur a déjà {MAX_KEYS} clés, c’est le maximum. Révoquez-en.")
        }
        Why::CrewFull => (desk::WORDS.links_full)(MAX_CREW),
        Why::TooManyGuestLists => {
            format!("Ce serveur a déjà {MAX_GUEST_LISTS} listes d’invités, c’est le maximum.")
        }
        Why::GuestsPlay => {
            "Une partie en cours utilise cette liste. Terminez-la d’abord.".to_owned()
        }
        Why::GuestsUsed(used) => {
            let used = many(u64::from(*used), "invité déjà venu", "invités déjà venus");
            format!("La liste n’est pas supprimée : {used}. Pour la supprimer quand même, appuyez de nouveau.")
        }
        Why::InviteUsed => {
            "Cette invitation est utilisée : libérez-la d’abord, ou effacez la personne qui est venue avec.".to_owned()
        }
        Why::PayoutTooLate(state) => format!("Trop tard : le versement {}.", payout(*state)),
        Why::NothingHeld => "Aucun versement de ce compte n’attend votre décision.".to_owned(),
        Why::NothingCredited => {
            "Rien n’est encore crédité sur ce compte. Ce qui le sera attendra votre décision, et pourra alors être refusé.".to_owned()
        }
    }
}

fn key(why: InvalidKey) -> String {
    match why {
        InvalidKey::Nameless => {
            "Dites à quoi sert la clé, pour la reconnaître plus tard.".to_owned()
        }
        InvalidKey::LongName => {
            format!("À quoi sert la clé : {MAX_KEY_NAME_CHARS} caractères au maximum.")
        }
        InvalidKey::Unprintable => {
            "À quoi sert la clé : il y a des caractères impossibles à afficher.".to_owned()
        }
        InvalidKey::NoScope => "Permettez au moins une chose à la clé.".to_owned(),
        InvalidKey::Past => "La date d’expiration est déjà passée.".to_owned(),
    }
}

fn payout(state: PayoutState) -> &'static str {
    match state {
        PayoutState::Pending => "attend son tour",
        PayoutState::Sent => "est déjà parti",
        PayoutState::Confirmed => "est déjà confirmé",
        PayoutState::Refused => "est déjà refusé",
        PayoutState::Unknown => "est parti, sans réponse pour l’instant",
        PayoutState::NeedsHuman => "est à traiter",
        PayoutState::Held => "attend votre décision",
    }
}

pub(in crate::text) fn quiz(problem: &QuizProblem) -> String {
    let said = (editor::WORDS.quiz_problem)(&problem.what);
    match problem.question {
        Some(question) => format!("Question {} : {said}", u32::from(question) + 1),
        None => said,
    }
}

pub(in crate::text) fn picture(why: &InvalidPicture) -> String {
    match why {
        InvalidPicture::UnknownKind => {
            "Ce n’est pas une image affichable. Prenez un fichier PNG, JPEG, WebP ou GIF."
                .to_owned()
        }
        InvalidPicture::Size(width, height) => {
            format!(
                "L’image a {width} × {height} pixels ; {MAX_UPLOADED_SIDE} par côté et 40 millions en tout au maximum."
            )
        }
        InvalidPicture::Memory => {
            "Ouvrir cette image demande trop de mémoire. Enregistrez-la en 8 bits par couleur."
                .to_owned()
        }
        InvalidPicture::Damaged => "Le fichier de l’image est abîmé et illisible.".to_owned(),
    }
}

pub(in crate::text) fn sound(why: &InvalidSound) -> String {
    match why {
        InvalidSound::UnknownKind => {
            "Ce n’est pas un son lisible. Prenez un fichier MP3, OGG (Vorbis ou Opus) ou WAV."
                .to_owned()
        }
        InvalidSound::Unplayable(how) => {
            let how = match how {
                UnusualSound::WavCoding => "un fichier WAV au codage inhabituel",
                UnusualSound::WavChannels => {
                    "un fichier WAV aux canaux ou à la fréquence inhabituels"
                }
                UnusualSound::OggCoding => "un fichier OGG sans Vorbis ni Opus",
                UnusualSound::OggHeaders => "un fichier OGG aux en-têtes inhabituels",
            };
            format!("C’est {how}, que certains navigateurs ne jouent pas. Enregistrez-le en MP3.")
        }
        InvalidSound::Damaged => "Le fichier du son est abîmé et illisible.".to_owned(),
        InvalidSound::TooLarge(bytes) => {
            format!("Le son a {bytes} octets ; 2 MiB au maximum. Enregistrez-le en MP3 ou en OGG.")
        }
        InvalidSound::TooLong(ms) => {
            format!(
                "Le son dure {} secondes ; {} au maximum.",
                ms.div_ceil(1000),
                MAX_SOUND_MS / 1000
            )
        }
    }
}
