//! Chinese in traditional characters.

use quizrain_shared::api::Privacy;

use crate::text::privacy::{PrivacyWords, Section, Span};

pub(in crate::text) static WORDS: PrivacyWords = PrivacyWords {
    title: "這裡儲存了你的哪些資訊",
    lead: "Quizrain 是一個程式，由執行它的人對所儲存的資訊負責。本頁由程式寫成，其中的數字就是這台伺服器的設定。",
    sections,
    whom_to_ask: "可以找誰",
    ask_host: "請找你那場遊戲的主持人。",
};

fn span(seconds: u64) -> String {
    match Span::of(seconds) {
        Span::Minutes(n) => format!("{n} 分鐘"),
        Span::Hours(n) => format!("{n} 小時"),
        Span::Days(n) => format!("{n} 天"),
    }
}

fn sections(said: &Privacy) -> Vec<Section> {
    vec![who(said), kept(said), seen(said), had()]
}

fn who(said: &Privacy) -> Section {
    Section::new("你在這裡是誰", [
        Some("在公開的遊戲裡不需要註冊：瀏覽器會產生一個亂數，伺服器只儲存它的指紋。沒有電子郵件，沒有廣告，沒有追蹤，沒有 Cookie。如果你用一次性代碼把帳戶交給自己的另一台裝置，伺服器也會儲存那些瀏覽器的指紋。".to_owned()),
        said.sign_in_seconds.map(|seconds| format!("如果你登入：會儲存由誰證明你的身分、他們怎樣稱呼你、你的名字，以及哪些瀏覽器是你的，這樣你在所有裝置上都是同一位玩家。瀏覽器會保持登入 {}，或者直到你登出。在登入頁面期間，瀏覽器有一個僅用於登入的 Cookie，最多十分鐘。", span(seconds))),
        Some("如果你憑邀請參加：會儲存主持人的名單怎樣稱呼你、名單上的名字（如果有），以及哪個瀏覽器是你的。主持人刪除名單時，名單裡的這些資訊也會刪除。".to_owned()),
        Some("從那時起，你在那個瀏覽器上玩的遊戲都算在你本人名下，公開的遊戲也一樣。".to_owned()),
    ])
}

fn kept(said: &Privacy) -> Section {
    let (game, results) = (span(said.game_seconds), span(said.results_seconds));
    Section::new("儲存什麼、為什麼、多久", [
        Some(format!("你的暱稱、隊伍、回答及其時間、得分、名次，以及主持人的備註：用於遊戲和結果。遊戲結束後儲存 {results}。遊戲執行時的資料在結束 {game} 後刪除。")),
        Some("你搶到了什麼、什麼時候、後來怎樣：使你的餘額正確，並且人人可以核對。永久儲存，只記編號，不記名字。".to_owned()),
        said.points_seconds.map(|seconds| format!("只下過積分雨的遊戲，在結束 {} 後連同全部內容刪除。", span(seconds))),
        Some("你的手機提供的亂數：它參與了抽取，人人可以據此核對。與紅包雨一同儲存，不記名字。".to_owned()),
        said.pays_out.then(|| "送出了哪些付款給你；如果你已登入或受邀，還有你是誰：使每筆只付一次。永久儲存。".to_owned()),
        Some(format!("你的網路位址：位址本身只在伺服器記憶體裡，幾分鐘到幾小時，用來防止濫用。遊戲裡有一個加密的指紋，使主持人可以把人拒之門外，儲存到遊戲結束 {game} 後。")),
        Some("備份裡有備份當天的內容，直到備份被刪除。".to_owned()),
        Some("這個瀏覽器儲存它的亂數、你的暱稱和頭像、上次的 PIN 碼、語言，以及它看到的紅包雨紀錄。清除本站資料後這些都會消失，沒有登入時的餘額也會隨之消失。".to_owned()),
    ])
}

fn seen(said: &Privacy) -> Section {
    Section::new("誰能看到", [
        Some("其他玩家：你的暱稱和頭像，以及排行榜上的得分和名次。輸入的文字合併顯示，不帶名字。".to_owned()),
        Some("主持人，以及他們允許使用控制台的人：他們那場遊戲的全部內容。如果必須登入或受邀才能參加，還有你是誰。".to_owned()),
        Some("有結果連結的人：頒獎台和圖表；如果主持人允許，還有暱稱。".to_owned()),
        said.pays_out.then(|| "負責付款的一方：你的編號和金額；如果你已登入或受邀，還有你是誰。".to_owned()),
        Some("執行這台伺服器的人可以看到全部內容。除此之外沒有別人：頁面只與這台伺服器通訊。".to_owned()),
    ])
}

fn had() -> Section {
    Section::new("你可以得到什麼", [
        Some("副本：在「餘額」頁，用當時玩的瀏覽器可以看到每一場已結束的遊戲，以及你搶到的全部紅包；還可以把關於你的全部資訊下載成一個檔案。".to_owned()),
        Some("刪除你的資訊：在「餘額」頁。刪除之前會說明哪些會刪除、哪些會保留。".to_owned()),
        Some("換一個暱稱，或者退出正在進行的遊戲：請告訴主持人。".to_owned()),
    ])
}
