//! Japanese: what is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten};

use super::super::stage;

pub(super) fn not_written(why: &NotWritten) -> String {
    let name = |kind: &str| stage::WORDS.kind_named(kind);
    match why {
        NotWritten::Hotspot => {
            "「画像にピン」には画像が必要ですが、画像が入るのはzipファイルだけです。".to_owned()
        }
        NotWritten::NoRoom(kind) => format!("「{}」の問題は、表の行に収まりません。", name(kind)),
        NotWritten::Kind(kind) => {
            format!("「{}」のこの問題は、この形式で保存できません。", name(kind))
        }
        NotWritten::Signs => {
            "別の意味に読み取られる記号が文章にあるため、書き出しません。".to_owned()
        }
        NotWritten::NothingRight => {
            "この表に書き出せるのは、正解の選択肢がある問題だけです。".to_owned()
        }
        NotWritten::ManyChoices => {
            "選択肢が4個を超えています。この表に入るのは4個までです。".to_owned()
        }
    }
}

pub(super) fn lost(what: Lost) -> &'static str {
    match what {
        Lost::Look => "テーマは書き出しません",
        Lost::LookInZip => "テーマの画像は zip ファイルにだけ入ります",
        Lost::Feedback => "答えごとのフィードバックは取り込みません",
        Lost::Weights => {
            "配点の割合は取り込みません。割合が最も高い答えを正解とし、正解の選択肢が複数あるときは、1つ選ぶごとに同じ点を加え、間違いごとに同じ点を引きます"
        }
        Lost::SeveralRight => {
            "1つだけ選ぶ問題に正解が複数あるため、複数選択にします。一部だけ正解なら部分点になります"
        }
        Lost::Wildcards => {
            "ワイルドカード * を含む答えは取り込みません。答えを省略せずに書いてください"
        }
        Lost::Text => "問題文がないため、問題の名前を問題文にします",
        Lost::ExplanationEnd => "解説が500文字を超えているため、後ろを切り捨てます",
        Lost::PictureElsewhere => "問題の画像がファイルにないため、画像なしで取り込みます",
        Lost::Alt => "画像の説明がないため、問題文で代用します",
        Lost::MoreMedia => {
            "画像は1問に1枚です。2枚目以降の画像、答えと解説の画像、音声、動画は取り込みません"
        }
        Lost::Distractors => "組になるもののない答えは取り込みません",
        Lost::Categories => "カテゴリは取り込みません",
        Lost::Tags => "タグは取り込みません",
        Lost::Hints => "ヒントは取り込みません",
        Lost::OverallFeedback => "正解、部分正解、不正解へのフィードバックは取り込みません",
        Lost::Case => "元の問題では大文字と小文字を区別しますが、ここでは区別しません",
        Lost::Units => "2つ目以降の単位は取り込みません",
        Lost::Grade => "0〜10以外の評点は取り込みません。配点は1000ポイントになります",
        Lost::Numbering => "選択肢の番号の付け方は取り込みません",
        Lost::AnswerPictures => "答えの画像はダウンロードしません",
        Lost::EndLabels => "両端のラベルは取り込みません",
        Lost::BlankInBraces => "波かっこの中に空行があります。空行は問題の終わりになります",
        Lost::NoBlankBetween => "問題と問題の間に空行がありません",
        Lost::Colon => "問題がコロンで始まっています。タイトルは ::タイトル:: と書いてください",
        Lost::Picture => "画像は書き出しません",
        Lost::Sound => "音声は書き出しません",
        Lost::PictureInZip => "画像が入るのはzipファイルだけです",
        Lost::SoundInZip => "音声が入るのはzipファイルだけです",
        Lost::Time => "回答時間は書き出しません",
        Lost::NearestTime => "Kahootで選べない時間のため、最も近い時間にします",
        Lost::Kind => "問題の形式は書き出しません。選択肢で決まります",
        Lost::NumberLine => "数値の問題は、正しい数値、誤差、小数の桁数だけを書き出します",
        Lost::QuestionEnd => "Kahootの問題文は120文字までです",
        Lost::AnswerEnd => "Kahootの答えは75文字までです",
        Lost::ReadTime => "問題を読む時間は書き出しません",
        Lost::Points => "配点は書き出しません",
        Lost::Explanation => "解説は書き出しません",
        Lost::Shuffled => "選択肢の順番を変える設定は書き出しません",
        Lost::Description => "ひと言紹介は書き出しません",
        Lost::Language => "言語は書き出しません",
        Lost::Scoring => "採点方法は書き出しません",
        Lost::Rains => "シャワーの予定は書き出しません",
    }
}
