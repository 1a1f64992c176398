//! Korean.

use quizrain_shared::api::{
    InvalidKey, InvalidPicture, InvalidSound, MAX_CREW, MAX_GUEST_LISTS, MAX_HOSTS,
    MAX_KEY_NAME_CHARS, MAX_KEYS, MAX_UPLOADED_SIDE, PayoutState, UnusualSound, Why,
};
use quizrain_shared::field::InvalidField;
use quizrain_shared::question::MAX_SOUND_MS;
use quizrain_shared::quiz::QuizProblem;

use super::{desk, editor, hosts, library, new_game, stage};
use crate::state::new_game::Problem;
use crate::text::span;
use crate::text::why::size;

pub(in crate::text) fn said(why: &Why) -> String {
    match why {
        Why::NotFound => "찾을 수 없어요. 삭제되었을 수 있어요.".to_owned(),
        Why::TooMany => "이 네트워크에서 요청이 너무 많아요. 나중에 다시 시도하세요.".to_owned(),
        Why::Busy => "서버가 바빠요. 나중에 다시 시도하세요.".to_owned(),
        Why::Incomplete => "지금은 전부 읽을 수 없어요. 나중에 다시 시도하세요.".to_owned(),
        Why::TooSlow => "너무 오래 걸렸어요. 다시 시도하세요.".to_owned(),
        Why::TooLarge(bytes) => format!("너무 커요. 최대 {}까지예요.", size(*bytes)),
        Why::Internal => "서버에 오류가 났어요. 다시 시도하세요.".to_owned(),
        Why::Refused(refusal) => stage::WORDS.why_refused(refusal),
        Why::Picture(why) => picture(why),
        Why::Sound(why) => sound(why),
        Why::InBin => "휴지통에 있는 퀴즈예요. 먼저 복원하세요.".to_owned(),
        Why::Stale(_) => "방금 다른 사람이 이 퀴즈를 저장했어요. 다시 여세요.".to_owned(),
        Why::Taken => "다른 퀴즈가 이 ID를 쓰고 있어요. 다시 시도하세요.".to_owned(),
        Why::Teams => "팀의 퀴즈예요. 내 것이 필요하면 복제하세요.".to_owned(),
        Why::Quiz(problem) => quiz(problem),
        Why::Unfinished(problem) => format!("아직 완성되지 않은 퀴즈예요. {}", quiz(problem)),
        Why::NoMedia(question) => format!("{question}번 문제의 그림이나 소리가 서버에 없어요. 다시 올리세요."),
        Why::NoLook => "테마의 그림이 서버에 없어요. 다시 올리세요.".to_owned(),
        Why::Columns => "열을 읽을 수 없어요. A, B-E, B+D처럼 열의 글자를 쓰세요.".to_owned(),
        Why::NothingChosen => "고른 문제가 없어요.".to_owned(),
        Why::Tags => library::WORDS.too_many_tags.to_owned(),
        Why::Search(most) => format!("검색어는 최대 {most}자예요."),
        Why::Pattern => "형식이 잘못되어 읽을 수 없어요.".to_owned(),
        Why::Example => {
            let why = Problem::Field(InvalidField::Example);
            (new_game::WORDS.problem)(&why).to_owned()
        }
        Why::SignsNobodyIn => "이 서버에서는 참가자가 로그인할 수 없어요. --identity-key, --identity-jwks-url, --oidc-issuer 중 하나를 넣어 시작하세요(docs/HOSTING.md 참고).".to_owned(),
        Why::NoGuestList => "없는 초대 명단이에요.".to_owned(),
        Why::TooManySignIns => "너무 많이 시도했어요. 1분만 기다리세요.".to_owned(),
        Why::CodesWait(seconds) => {
            let wait = span(*seconds);
            format!("틀린 코드를 너무 많이 입력했어요. 복구 코드를 쓰거나 {wait} 뒤에 다시 시도하세요.")
        }
        Why::Account(why) => (hosts::WORDS.invalid)(*why).to_owned(),
        Why::HasSecondFactor => "이미 2단계 인증을 쓰는 계정이에요. 먼저 끄세요.".to_owned(),
        Why::LoginTaken => "이미 있는 로그인 이름이에요.".to_owned(),
        Why::FirstIsOwner => "서버의 첫 계정은 소유자여야 해요.".to_owned(),
        Why::OwnAccount => "내 계정은 사용 중지하거나 삭제할 수 없고, 역할도 낮출 수 없어요.".to_owned(),
        Why::OwnPassword => "내 계정이에요. 비밀번호를 바꾸거나 복구 코드를 쓰세요.".to_owned(),
        Why::OwnSecondFactor => "내 계정이에요. 코드를 입력해서 2단계 인증을 끄세요.".to_owned(),
        Why::OwnProvider => "내 계정이에요. 비밀번호를 입력해서 연결을 끊으세요.".to_owned(),
        Why::TooManyHosts => format!("계정은 최대 {MAX_HOSTS}개이고, 모두 찼어요."),
        Why::Key(why) => key(*why),
        Why::TooManyKeys => format!("키는 최대 {MAX_KEYS}개예요. 먼저 몇 개를 폐기하세요."),
        Why::CrewFull => (desk::WORDS.links_full)(MAX_CREW),
        Why::TooManyGuestLists => format!("초대 명단은 최대 {MAX_GUEST_LISTS}개이고, 모두 찼어요."),
        Why::GuestsPlay => "진행 중인 게임이 이 명단을 쓰고 있어요. 먼저 게임을 끝내세요.".to_owned(),
        Why::GuestsUsed(used) => format!("명단을 삭제하지 않았어요. 게스트 {used}명이 이미 참가했어요. 삭제하려면 한 번 더 누르세요."),
        Why::InviteUsed => "이미 쓰고 있는 초대예요. 먼저 해제하거나 그 사람의 정보를 지우세요.".to_owned(),
        Why::PayoutTooLate(state) => format!("너무 늦었어요. 이 지급은 {}.", payout(*state)),
        Why::NothingHeld => "이 계정에는 결정을 기다리는 지급이 없어요.".to_owned(),
        Why::NothingCredited => {
            "이 계정에는 아직 적립된 것이 없어요. 적립되면 보류되고, 그때 지급하지 않기로 할 수 있어요.".to_owned()
        }
    }
}

fn key(why: InvalidKey) -> String {
    match why {
        InvalidKey::Nameless => "키의 용도를 입력하세요.".to_owned(),
        InvalidKey::LongName => format!("용도는 최대 {MAX_KEY_NAME_CHARS}자예요."),
        InvalidKey::Unprintable => "용도에 표시할 수 없는 글자가 있어요.".to_owned(),
        InvalidKey::NoScope => "할 수 있는 일을 하나 이상 고르세요.".to_owned(),
        InvalidKey::Past => "만료일이 이미 지났어요.".to_owned(),
    }
}

fn payout(state: PayoutState) -> &'static str {
    match state {
        PayoutState::Pending => "보내기 전이에요",
        PayoutState::Sent => "이미 보냈어요",
        PayoutState::Confirmed => "이미 끝났어요",
        PayoutState::Refused => "이미 거절되었어요",
        PayoutState::Unknown => "보냈지만 결과를 알 수 없어요",
        PayoutState::NeedsHuman => "사람이 처리해야 해요",
        PayoutState::Held => "결정을 기다리고 있어요",
    }
}

pub(in crate::text) fn quiz(problem: &QuizProblem) -> String {
    let said = (editor::WORDS.quiz_problem)(&problem.what);
    match problem.question {
        Some(question) => format!("{}번 문제: {said}", u32::from(question) + 1),
        None => said,
    }
}

pub(in crate::text) fn picture(why: &InvalidPicture) -> String {
    match why {
        InvalidPicture::UnknownKind => {
            "표시할 수 있는 그림이 아니에요. PNG, JPEG, WebP, GIF 파일을 쓰세요.".to_owned()
        }
        InvalidPicture::Size(width, height) => format!(
            "그림이 {width}×{height} 픽셀이에요. 한 변은 최대 {MAX_UPLOADED_SIDE}, 전체는 최대 4000만 픽셀이에요."
        ),
        InvalidPicture::Memory => {
            "이 그림을 여는 데 메모리가 너무 많이 필요해요. 색상당 8비트 그림으로 다시 저장하세요."
                .to_owned()
        }
        InvalidPicture::Damaged => "그림 파일이 손상되어 읽을 수 없어요.".to_owned(),
    }
}

pub(in crate::text) fn sound(why: &InvalidSound) -> String {
    match why {
        InvalidSound::UnknownKind => {
            "재생할 수 있는 소리가 아니에요. MP3, OGG(Vorbis 또는 Opus), WAV 파일을 쓰세요."
                .to_owned()
        }
        InvalidSound::Unplayable(how) => {
            let how = match how {
                UnusualSound::WavCoding => "인코딩이 특이한 WAV 파일",
                UnusualSound::WavChannels => "채널 수나 샘플링 속도가 특이한 WAV 파일",
                UnusualSound::OggCoding => "Vorbis나 Opus가 아닌 OGG 파일",
                UnusualSound::OggHeaders => "헤더가 특이한 OGG 파일",
            };
            format!("{how}이라서 재생하지 못하는 브라우저가 있어요. MP3로 다시 저장하세요.")
        }
        InvalidSound::Damaged => "소리 파일이 손상되어 읽을 수 없어요.".to_owned(),
        InvalidSound::TooLarge(bytes) => {
            format!("소리가 {bytes}바이트예요. 최대 2 MiB예요. MP3나 OGG로 다시 저장하세요.")
        }
        InvalidSound::TooLong(ms) => {
            format!("소리가 {}초예요. 최대 {}초예요.", ms.div_ceil(1000), MAX_SOUND_MS / 1000)
        }
    }
}
