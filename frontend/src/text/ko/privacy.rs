//! Korean.

use quizrain_shared::api::Privacy;

use crate::text::privacy::{PrivacyWords, Section, Span};

pub(in crate::text) static WORDS: PrivacyWords = PrivacyWords {
    title: "보관하는 내 정보",
    lead: "Quizrain은 프로그램이고, 보관하는 정보는 여기에서 이 프로그램을 운영하는 사람이 책임져요. 이 페이지는 프로그램이 썼고, 숫자는 이 서버의 설정이에요.",
    sections,
    whom_to_ask: "문의할 곳",
    ask_host: "참가한 게임의 진행자에게 문의하세요.",
};

fn span(seconds: u64) -> String {
    match Span::of(seconds) {
        Span::Minutes(n) => format!("{n}분"),
        Span::Hours(n) => format!("{n}시간"),
        Span::Days(n) => format!("{n}일"),
    }
}

fn sections(said: &Privacy) -> Vec<Section> {
    vec![who(said), kept(said), seen(said), had()]
}

fn who(said: &Privacy) -> Section {
    Section::new("여기에서 나는 누구인가요", [
        Some("누구나 참가하는 게임에서는 가입할 필요가 없어요. 브라우저가 무작위 번호를 만들고, 서버는 그 지문만 보관해요. 이메일 주소도, 광고도, 추적도, 쿠키도 없어요. 코드로 그 계정을 내 다른 기기에 넘기면 서버는 그 브라우저의 지문도 보관해요.".to_owned()),
        said.sign_in_seconds.map(|seconds| format!("로그인하면: 나를 증명해 준 곳, 그곳에서 나를 부르는 이름, 내 이름, 어느 브라우저가 내 것인지를 보관해요. 그래서 모든 기기에서 한 명의 참가자가 돼요. 브라우저의 로그인은 {} 동안, 또는 로그아웃할 때까지 유지돼요. 로그인 페이지에 있는 동안 브라우저에 로그인용 쿠키가 최대 10분 동안 있어요.", span(seconds))),
        Some("초대를 받아 참가하면: 진행자의 초대 명단에 있는 내 호칭, 이름(있는 경우), 어느 브라우저가 내 것인지를 보관해요. 진행자가 명단을 삭제하면 명단에 있던 것도 삭제돼요.".to_owned()),
        Some("그때부터 그 브라우저로 하는 게임은, 누구나 참가하는 게임까지 모두 로그인한 사람의 것이 돼요.".to_owned()),
    ])
}

fn kept(said: &Privacy) -> Section {
    let (game, results) = (span(said.game_seconds), span(said.results_seconds));
    Section::new("무엇을, 왜, 얼마나 보관하나요", [
        Some(format!("닉네임, 팀, 답과 답한 시각, 점수, 순위, 그에 관한 진행자의 메모: 게임과 결과에 써요. 게임이 끝나고 {results} 동안 보관해요. 게임을 움직이는 데 쓴 데이터는 끝나고 {game} 뒤에 지워요.")),
        Some("무엇을 언제 받았고 어떻게 되었는지: 잔액이 정확하고 누구나 확인할 수 있게 하려고 써요. 이름 없이 번호로만, 영구히 보관해요.".to_owned()),
        said.points_seconds.map(|seconds| format!("점수만 내린 게임은 끝나고 {} 뒤에 모든 내용과 함께 삭제해요.", span(seconds))),
        Some("내 휴대폰이 만든 무작위 값: 추첨에 쓰였고, 누구나 그것으로 추첨을 확인할 수 있어요. 소나기 기록과 같은 기간 동안 이름 없이 보관해요.".to_owned()),
        said.pays_out.then(|| "나에게 지급하려고 보낸 것, 그리고 로그인했거나 초대받았다면 내가 누구인지: 한 번만 지급하려고 써요. 영구히 보관해요.".to_owned()),
        Some(format!("네트워크에서 접속한 위치: 주소 자체는 과도한 접속을 막으려고 서버 메모리에만 몇 분에서 몇 시간 동안 있어요. 진행자가 누군가의 참가를 막을 수 있도록, 키로 만든 지문을 게임이 끝나고 {game} 뒤까지 보관해요.")),
        Some("비상용 사본에는 그날 있던 내용이 사본을 삭제할 때까지 남아 있어요.".to_owned()),
        Some("이 브라우저는 무작위 번호, 닉네임, 얼굴, 마지막 PIN, 언어, 본 소나기의 기록을 보관해요. 이 사이트의 데이터를 지우면 모두 사라지고, 로그인하지 않고 가진 잔액도 함께 사라져요.".to_owned()),
    ])
}

fn seen(said: &Privacy) -> Section {
    Section::new("누가 보나요", [
        Some("다른 참가자: 내 닉네임, 얼굴, 순위표의 점수와 순위. 입력한 글은 이름 없이 모아서 보여 줘요.".to_owned()),
        Some("진행자와 진행자가 진행 화면에 들인 사람: 그 게임의 모든 것. 로그인이나 초대가 필요한 게임이라면 내가 누구인지도 봐요.".to_owned()),
        Some("결과 링크가 있는 사람: 시상대와 차트. 진행자가 보여 주기로 했다면 닉네임도 봐요.".to_owned()),
        said.pays_out.then(|| "받은 것을 지급하는 곳: 내 번호와 금액. 로그인했거나 초대받았다면 내가 누구인지도 봐요.".to_owned()),
        Some("이 서버를 운영하는 사람은 모든 것을 읽을 수 있어요. 그 밖에는 아무도 볼 수 없어요. 페이지는 이 서버하고만 통신해요.".to_owned()),
    ])
}

fn had() -> Section {
    Section::new("내가 할 수 있는 것", [
        Some("사본 받기: ‘잔액’ 페이지에서, 참가했던 브라우저로 끝난 게임과 받은 것을 모두 볼 수 있어요. 보관하는 내 정보를 모두 파일 하나로 받을 수도 있어요.".to_owned()),
        Some("지우기: ‘잔액’ 페이지에서 할 수 있어요. 무엇이 지워지고 무엇이 남는지 먼저 알려 줘요.".to_owned()),
        Some("닉네임을 바꾸거나 진행 중인 게임에서 나가기: 진행자에게 말하세요.".to_owned()),
    ])
}
