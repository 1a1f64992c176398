//! Korean: what is wrong with files as a whole.

use quizrain_shared::api::{BrokenFile, BrokenZip, Stranger};

pub(super) fn stranger(what: Stranger) -> String {
    let what = match what {
        Stranger::OldOffice => "예전 Office 파일(.xls, .doc)이에요. .xlsx나 CSV로 다시 저장하세요",
        Stranger::Pdf => "PDF예요",
        Stranger::Picture => "그림이에요",
        Stranger::Sound => "소리예요",
        Stranger::Gzip => "gzip 파일이에요. 먼저 압축을 푸세요",
    };
    format!("퀴즈 파일이 아니라 {what}.")
}

pub(super) fn file(why: &BrokenFile) -> (String, &'static str) {
    match why {
        BrokenFile::TooLarge(bytes, most) => {
            (format!("파일이 {bytes}바이트예요. 최대 {} MiB예요.", most >> 20), "")
        }
        BrokenFile::NotUtf8(place, byte) => (
            format!("이 줄의 {place}번째 바이트(0x{byte:02x})가 UTF-8이 아니에요."),
            "UTF-8, 또는 직접 고른 파일 인코딩(예: EUC-KR)",
        ),
        BrokenFile::ManyProblems(n) => {
            (format!("문제점이 {n}개를 넘어요. 그 뒤는 표시하지 않아요."), "")
        }
    }
}

pub(super) fn zip(why: &BrokenZip) -> (String, &'static str) {
    match why {
        BrokenZip::Unreadable(why) => (format!("zip 파일을 읽을 수 없어요: {why}"), ""),
        BrokenZip::ManyFiles(most) => {
            (format!("zip 파일 안의 파일이 {most}개를 넘어요."), "퀴즈 하나와 그 그림")
        }
        BrokenZip::Files(n, most) => {
            (format!("zip 파일 안에 파일이 {n}개 있어요. 최대 {most}개예요."), "")
        }
        BrokenZip::Packed(n, why) => {
            (format!("zip 파일의 {n}번째 파일은 압축을 풀 수 없어요: {why}"), "")
        }
        BrokenZip::Unpacked(mib) => (format!("zip 파일의 압축을 풀면 {mib} MiB를 넘어요."), ""),
        BrokenZip::Path(path) => {
            (format!("zip 파일에 ‘{path}’ 경로가 있어요."), "zip 파일 밖을 가리키지 않는 이름")
        }
        BrokenZip::NoQuiz => (
            "zip 파일에 퀴즈가 없어요.".to_owned(),
            "퀴즈 파일 하나(예: quiz.toml)와 그 그림과 소리, 또는 .xlsx 통합 문서",
        ),
        BrokenZip::Quizzes(n) => (format!("zip 파일에 퀴즈 파일이 {n}개 있어요."), "하나만"),
        BrokenZip::Workbook(why) => (format!("이 통합 문서를 읽을 수 없어요: {why}"), ""),
        BrokenZip::WorkbookNumbers => (
            "이 통합 문서를 읽을 수 없어요: 통합 문서에 있을 수 없는 숫자가 있어요.".to_owned(),
            "",
        ),
        BrokenZip::WorkbookTexts => (
            "이 통합 문서를 읽을 수 없어요: xl/sharedStrings.xml 파일이 손상되었어요.".to_owned(),
            "",
        ),
        BrokenZip::WorkbookParts(n, most) => {
            (format!("통합 문서가 파일 {n}개로 되어 있어요. 최대 {most}개예요."), "")
        }
        BrokenZip::LargeSheets(mib) => {
            (format!("통합 문서의 시트는 압축을 풀면 {mib} MiB를 넘어요."), "")
        }
        BrokenZip::LargeTexts(mib) => {
            (format!("통합 문서의 텍스트는 압축을 풀면 {mib} MiB를 넘어요."), "")
        }
        BrokenZip::Sheets(n, most) => {
            (format!("통합 문서에 시트가 {n}개 있어요. 최대 {most}개예요."), "")
        }
    }
}
