//! Japanese.

use quizrain_shared::api::QuizSort;

use crate::state::shelf::{Column, Place};
use crate::text::library::{Done, LibraryWords, Owned};

pub(in crate::text) static WORDS: LibraryWords = LibraryWords {
    title: "ライブラリ",
    to_host: "ゲームを開催",
    to_api: "プログラム用のAPI",
    to_studio: "クイズの作成・インポート・検索",
    new_quiz: "新しいクイズ",
    import: "インポート…",
    search: "タイトル、タグ、問題を検索",
    sort: "並べ替え",
    sorts: |sort| match sort {
        QuizSort::Title => "タイトル",
        QuizSort::Changed => "変更日",
        QuizSort::Played => "使用日",
        QuizSort::Created => "新しい順",
    },
    places: "場所",
    place: |place| match place {
        Place::Shelf => "クイズ",
        Place::Archive => "アーカイブ",
        Place::Bin => "ゴミ箱",
    },
    tags: "タグ",
    all_tags: "すべてのタグ",
    listed: |n, more| {
        if more { format!("最初の{n}件のクイズ") } else { format!("クイズ{n}件") }
    },
    show_more: "もっと見る",
    nothing_found: "条件に合うクイズはありません。",
    show_all: "すべてのクイズを表示",
    empty: |place| match place {
        Place::Shelf => {
            "クイズがまだありません。作成するか、ファイルをここにドロップしてください。"
        }
        Place::Archive => {
            "アーカイブは空です。アーカイブしたクイズは一覧に出ませんが、ゲームには使えます。"
        }
        Place::Bin => "ゴミ箱は空です。",
    },
    untitled: "無題のクイズ",
    to_fix: |n| format!("要修正：{n}件"),
    played: "最終使用",
    never_played: "未使用",
    deleted_on: "完全に削除される日時",
    more: "操作…",
    more_of: |quiz| format!("「{quiz}」の操作"),
    other_kind: "その他",
    owned: |owned| match owned {
        Owned::Mine => "自分のみ",
        Owned::Others => "作成したホストのみ",
        Owned::Shared => "チームと共有",
    },
    share: "チームと共有",
    unshare: "共有を解除",
    duplicate: "複製",
    copy_of: |quiz| format!("{quiz}（コピー）"),
    archive: "アーカイブ",
    unarchive: "アーカイブから戻す",
    bin: "ゴミ箱に移動",
    restore: "元に戻す",
    undo: "取り消す",
    done: |done, quiz| match done {
        Done::Archived => format!("「{quiz}」をアーカイブしました。"),
        Done::Unarchived => format!("「{quiz}」をアーカイブから戻しました。"),
        Done::Binned => format!("「{quiz}」をゴミ箱に移動しました。30日間残ります。"),
        Done::Restored => format!("「{quiz}」をゴミ箱から戻しました。"),
        Done::Copied => format!("「{quiz}」を作成しました。"),
        Done::Tagged => format!("「{quiz}」のタグを保存しました。"),
        Done::BroughtBack => format!("「{quiz}」を以前のバージョンに戻しました。"),
        Done::Shared => {
            format!("「{quiz}」をチームと共有しました。すべてのホストが閲覧・編集できます。")
        }
        Done::TakenBack => {
            format!("「{quiz}」の共有を解除しました。使えるのは元のホストだけです。")
        }
    },
    tags_how: "タグはカンマ（,）で区切ってください。",
    save_tags: "タグを保存",
    too_many_tags: "タグは1つのクイズに20個、1個40文字までです。",
    download: "ダウンロード",
    format: "形式",
    download_button: "ファイルをダウンロード",
    says_all: "この形式なら、このクイズのすべてを保存できます。",
    says_not: |n| format!("ファイルに入らないもの：{n}件"),
    versions: "以前のバージョン",
    no_versions: "以前のバージョンはありません。",
    version: |n| format!("バージョン{n}"),
    look: "見る",
    bring_back: "この版に戻す",
    close: "閉じる",
    import_title: "クイズをインポート",
    import_why: "ファイルをここにドロップするか、選択してください。まず内容を表示し、確認するまで何もインポートしません。",
    choose_files: "ファイルを選択",
    reading: "読み込み中…",
    saving: "インポート中…",
    too_large: |mib| format!("ファイルが大きすぎます。{mib} MiBまでです。"),
    nothing_usable: "このファイルにはインポートできるものがありません。",
    quiz_title: "タイトル",
    all_questions: "すべての問題",
    choose_questions: |n, of| format!("{of}問中{n}問を選択"),
    expected: |what| format!("正しくは：{what}"),
    problems_csv: "問題点をCSVでダウンロード",
    csv_head: ["ファイル", "場所", "内容", "正しくは", "元の行"],
    encoding: "文字コード",
    encoding_why: "Unicodeではないテキストで、文字コードが書かれていません。",
    columns: "列の意味",
    columns_why: "表の各列が何を表すのか書かれていません。",
    column: |column| match column {
        Column::Header => "見出しの行（0はなし）",
        Column::Question => "問題の列（例：A）",
        Column::Choices => "選択肢の列（例：B-E）",
        Column::Correct => "正解の列",
        Column::Time => "秒数の列（あれば）",
    },
    read_again: "読み直す",
    import_questions: |n| format!("{n}問をインポート"),
    imported: "インポート済み：",
    leave_out: "このファイルを除く",
    from_file: "ファイルから",
    files_to_mend: "サーバーのクイズフォルダーにある、誤りのあるファイル",
    file_is_used: |part| match part {
        true => "このファイルの残りの部分はライブラリにあります。",
        false => "読み込めませんでした。このファイルから作成済みのクイズは、元のままです。",
    },
    more_to_mend: |n| format!("ほか{n}件"),
    drop_here: "クイズのファイルをここにドロップ",
};
