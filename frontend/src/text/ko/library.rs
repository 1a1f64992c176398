//! Korean.

use quizrain_shared::api::QuizSort;

use crate::state::shelf::{Column, Place};
use crate::text::library::{Done, LibraryWords, Owned};

pub(in crate::text) static WORDS: LibraryWords = LibraryWords {
    title: "라이브러리",
    to_host: "게임 진행하기",
    to_api: "프로그램용 API",
    to_studio: "퀴즈 만들기, 가져오기, 찾기",
    new_quiz: "새 퀴즈",
    import: "파일 가져오기…",
    search: "제목, 태그, 문제에서 찾기",
    sort: "정렬",
    sorts: |sort| match sort {
        QuizSort::Title => "제목순",
        QuizSort::Changed => "최근 수정순",
        QuizSort::Played => "최근 사용순",
        QuizSort::Created => "최신순",
    },
    places: "위치",
    place: |place| match place {
        Place::Shelf => "퀴즈",
        Place::Archive => "보관함",
        Place::Bin => "휴지통",
    },
    tags: "태그",
    all_tags: "모든 태그",
    listed: |n, more| {
        if more { format!("처음 {n}개 퀴즈") } else { format!("퀴즈 {n}개") }
    },
    show_more: "더 보기",
    nothing_found: "조건에 맞는 퀴즈가 없어요.",
    show_all: "모든 퀴즈 보기",
    empty: |place| match place {
        Place::Shelf => "아직 퀴즈가 없어요. 새로 만들거나 파일을 여기에 놓으세요.",
        Place::Archive => {
            "보관함이 비어 있어요. 보관한 퀴즈는 목록에 나오지 않지만 게임에는 쓸 수 있어요."
        }
        Place::Bin => "휴지통이 비어 있어요.",
    },
    untitled: "제목 없는 퀴즈",
    to_fix: |n| format!("고칠 곳 {n}개"),
    played: "마지막 사용",
    never_played: "사용한 적 없음",
    deleted_on: "완전히 삭제되는 때",
    more: "작업…",
    more_of: |quiz| format!("‘{quiz}’ 작업"),
    other_kind: "기타",
    owned: |owned| match owned {
        Owned::Mine => "나만",
        Owned::Others => "만든 진행자만",
        Owned::Shared => "팀과 공유",
    },
    share: "팀과 공유",
    unshare: "공유 중지",
    duplicate: "복제",
    copy_of: |quiz| format!("{quiz} (사본)"),
    archive: "보관",
    unarchive: "보관함에서 꺼내기",
    bin: "휴지통으로 이동",
    restore: "복원",
    undo: "실행 취소",
    done: |done, quiz| match done {
        Done::Archived => format!("‘{quiz}’ 퀴즈를 보관했어요."),
        Done::Unarchived => format!("‘{quiz}’ 퀴즈를 보관함에서 꺼냈어요."),
        Done::Binned => format!("‘{quiz}’ 퀴즈를 휴지통으로 옮겼어요. 30일 동안 남아 있어요."),
        Done::Restored => format!("‘{quiz}’ 퀴즈를 휴지통에서 복원했어요."),
        Done::Copied => format!("‘{quiz}’ 퀴즈를 만들었어요."),
        Done::Tagged => format!("‘{quiz}’ 퀴즈의 태그를 저장했어요."),
        Done::BroughtBack => format!("‘{quiz}’ 퀴즈를 이전 버전으로 되돌렸어요."),
        Done::Shared => {
            format!("‘{quiz}’ 퀴즈를 팀과 공유했어요. 모든 진행자가 보고 편집할 수 있어요.")
        }
        Done::TakenBack => {
            format!("‘{quiz}’ 퀴즈의 공유를 중지했어요. 이제 만든 진행자만 쓸 수 있어요.")
        }
    },
    tags_how: "태그는 쉼표로 구분하세요.",
    save_tags: "태그 저장",
    too_many_tags: "태그는 퀴즈당 20개, 하나에 40자까지예요.",
    download: "다운로드",
    format: "형식",
    download_button: "파일 다운로드",
    says_all: "이 형식은 이 퀴즈의 모든 것을 담을 수 있어요.",
    says_not: |n| format!("파일에 담지 못하는 것 {n}개:"),
    versions: "이전 버전",
    no_versions: "이전 버전이 없어요.",
    version: |n| format!("버전 {n}"),
    look: "보기",
    bring_back: "되돌리기",
    close: "닫기",
    import_title: "퀴즈 가져오기",
    import_why: "파일을 여기에 놓거나 선택하세요. 먼저 내용을 보여 드리고, 확인하기 전에는 아무것도 가져오지 않아요.",
    choose_files: "파일 선택",
    reading: "읽는 중…",
    saving: "가져오는 중…",
    too_large: |mib| format!("파일이 너무 커요. 최대 {mib} MiB예요."),
    nothing_usable: "이 파일에는 가져올 수 있는 것이 없어요.",
    quiz_title: "제목",
    all_questions: "모든 문제",
    choose_questions: |n, of| format!("{of}문제 중 {n}문제 선택"),
    expected: |what| format!("올바른 값: {what}"),
    problems_csv: "문제점을 CSV로 다운로드",
    csv_head: ["파일", "위치", "내용", "올바른 값", "원래 줄"],
    encoding: "파일 인코딩",
    encoding_why: "유니코드가 아닌 텍스트이고, 파일에 인코딩이 적혀 있지 않아요.",
    columns: "열의 뜻",
    columns_why: "표에 각 열이 무엇인지 적혀 있지 않아요.",
    column: |column| match column {
        Column::Header => "머리글 행 (0은 없음)",
        Column::Question => "문제 열, 예: A",
        Column::Choices => "보기 열, 예: B-E",
        Column::Correct => "정답 열",
        Column::Time => "시간(초) 열, 있는 경우",
    },
    read_again: "다시 읽기",
    import_questions: |n| format!("{n}문제 가져오기"),
    imported: "가져옴:",
    leave_out: "이 파일 빼기",
    from_file: "파일에서",
    files_to_mend: "서버의 퀴즈 폴더에 있는 잘못된 파일",
    file_is_used: |part| match part {
        true => "이 파일의 나머지는 라이브러리에 있어요.",
        false => "읽지 못했어요. 전에 이 파일로 만든 퀴즈는 그대로예요.",
    },
    more_to_mend: |n| format!("외 {n}개"),
    drop_here: "퀴즈 파일을 여기에 놓으세요",
};
