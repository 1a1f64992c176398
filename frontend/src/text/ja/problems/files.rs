//! Japanese: what is wrong with files as a whole.

use quizrain_shared::api::{BrokenFile, BrokenZip, Stranger};

pub(super) fn stranger(what: Stranger) -> String {
    let what = match what {
        Stranger::OldOffice => {
            "古い形式のOfficeファイル（.xls、.doc）です。.xlsx かCSVで保存し直してください"
        }
        Stranger::Pdf => "PDFです",
        Stranger::Picture => "画像です",
        Stranger::Sound => "音声です",
        Stranger::Gzip => "gzipファイルです。先に展開してください",
    };
    format!("クイズファイルではなく、{what}。")
}

pub(super) fn file(why: &BrokenFile) -> (String, &'static str) {
    match why {
        BrokenFile::TooLarge(bytes, most) => {
            (format!("ファイルは{bytes}バイトです。{} MiBまでです。", most >> 20), "")
        }
        BrokenFile::NotUtf8(place, byte) => (
            format!("この行の{place}バイト目（0x{byte:02x}）がUTF-8ではありません。"),
            "UTF-8、または文字コードの指定（例：Shift_JIS）",
        ),
        BrokenFile::ManyProblems(n) => {
            (format!("問題点が{n}件を超えました。これ以降は表示していません。"), "")
        }
    }
}

pub(super) fn zip(why: &BrokenZip) -> (String, &'static str) {
    match why {
        BrokenZip::Unreadable(why) => (format!("zipファイルを読み込めません：{why}"), ""),
        BrokenZip::ManyFiles(most) => (
            format!("zipファイルの中のファイルが{most}個を超えています。"),
            "1つのクイズとその画像",
        ),
        BrokenZip::Files(n, most) => {
            (format!("zipファイルの中にファイルが{n}個あります。{most}個までです。"), "")
        }
        BrokenZip::Packed(n, why) => {
            (format!("zipファイルの{n}番目のファイルを展開できません：{why}"), "")
        }
        BrokenZip::Unpacked(mib) => (format!("zipファイルを展開すると{mib} MiBを超えます。"), ""),
        BrokenZip::Path(path) => (
            format!("zipファイルの中にパス「{path}」があります。"),
            "zipファイルの外を指さない名前",
        ),
        BrokenZip::NoQuiz => (
            "zipファイルの中にクイズがありません。".to_owned(),
            "1つのクイズファイル（quiz.toml など）とその画像・音声、または.xlsxのブック",
        ),
        BrokenZip::Quizzes(n) => {
            (format!("zipファイルの中にクイズファイルが{n}個あります。"), "1個だけ")
        }
        BrokenZip::Workbook(why) => (format!("このブックを読み込めません：{why}"), ""),
        BrokenZip::WorkbookNumbers => {
            ("このブックを読み込めません：ブックにはあり得ない数値があります。".to_owned(), "")
        }
        BrokenZip::WorkbookTexts => {
            ("このブックを読み込めません：xl/sharedStrings.xml が壊れています。".to_owned(), "")
        }
        BrokenZip::WorkbookParts(n, most) => {
            (format!("ブックが{n}個のファイルでできています。{most}個までです。"), "")
        }
        BrokenZip::LargeSheets(mib) => {
            (format!("ブックのシートを展開すると{mib} MiBを超えます。"), "")
        }
        BrokenZip::LargeTexts(mib) => {
            (format!("ブックの文字を展開すると{mib} MiBを超えます。"), "")
        }
        BrokenZip::Sheets(n, most) => {
            (format!("ブックにシートが{n}枚あります。{most}枚までです。"), "")
        }
    }
}
