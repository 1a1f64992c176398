//! Tables: dialects, mappings, and what is said of rows that cannot be used. Made after what their
//! programs say of them in public.

use quizrain_shared::question::{ChoiceSet, Question, QuestionKind};
use rust_xlsxwriter::{ExcelDateTime, Format as CellFormat, Workbook};

use crate::quiz::formats::tests::*;

/// A question, its choices and the numbers of the right ones; `T` or `F` of true and false.
fn short(question: &Question) -> String {
    let list = |choices: &[String], key: ChoiceSet| {
        let right: String = (1..=choices.len())
            .filter(|number| key.contains(number - 1))
            .map(|number| number.to_string())
            .collect();
        format!("{}={right}", choices.join("/"))
    };
    let kind = match &question.kind {
        QuestionKind::Single(it) => list(&it.choices, it.correct),
        QuestionKind::Multiple(it) => format!("*{}", list(&it.choices, it.correct)),
        QuestionKind::TrueFalse(it) => if it.correct { "T" } else { "F" }.to_owned(),
        QuestionKind::Typed(it) => format!("typed {}", it.accepted.join("/")),
        QuestionKind::Poll(it) => format!("poll {}", it.choices.join("/")),
        other => other.name().to_owned(),
    };
    format!("{}: {kind} {}s", question.text, question.seconds)
}

/// What a file is read as, and which columns of it.
fn read(name: &str, bytes: impl AsRef<[u8]>) -> (Option<Format>, Parsed) {
    let file = File { name, bytes: bytes.as_ref(), encoding: None, beside: &Nothing };
    let (format, read) = parse(&file);
    (format, read.unwrap())
}

fn shorts(parsed: &Parsed) -> Vec<String> {
    parsed.quiz.questions.iter().map(short).collect()
}

fn places(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(|problem| format!("{}: {problem}", problem.at)).collect()
}

/// Kahoot's own sheet: a title, a header in row 8, numbered rows that wait to be filled.
fn kahoot_template() -> Workbook {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write(1, 1, "Quiz template").unwrap();
    let header = [
        "",
        "Question - max 120 characters",
        "Answer 1 - max 75 characters",
        "Answer 2 - max 75 characters",
        "Answer 3 - max 75 characters",
        "Answer 4 - max 75 characters",
        "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",
        "Correct answer(s) - choose at least one",
    ];
    for (text, column) in header.into_iter().zip(0..) {
        sheet.write(7, column, text).unwrap();
    }
    for row in 1..=100_u32 {
        sheet.write(7 + row, 0, row).unwrap();
    }
    workbook
}

#[test]
fn kahoot_has_numbers_gaps_and_hundreds_of_blank_rows() {
    let mut workbook = kahoot_template();
    let sheet = workbook.worksheet_from_index(0).unwrap();
    sheet.write(8, 1, " When? ").unwrap();
    for (year, column) in [1969, 1970, 1971].into_iter().zip(2..) {
        sheet.write(8, column, year).unwrap();
    }
    sheet.write(8, 6, 30).unwrap().write(8, 7, 1).unwrap();
    // After all the numbered rows; answer 3 is blank, and the numbers stay with their columns.
    sheet.write(150, 1, "Which?").unwrap().write(150, 2, "a").unwrap();
    sheet.write(150, 3, "b").unwrap().write(150, 5, "d").unwrap();
    sheet.write(150, 6, "600").unwrap().write(150, 7, "1,4").unwrap();
    sheet.write(151, 1, "True?").unwrap().write(151, 2, true).unwrap();
    sheet.write(151, 3, false).unwrap().write(151, 7, "False").unwrap();
    sheet.write(152, 1, "None").unwrap().write(152, 2, "a").unwrap().write(152, 3, "b").unwrap();
    sheet.write(153, 1, "No such").unwrap().write(153, 2, "a").unwrap();
    sheet.write(153, 3, "b").unwrap().write(153, 7, 3).unwrap();
    sheet.write(154, 2, "alone").unwrap();
    let date = ExcelDateTime::from_ymd(2020, 5, 1).unwrap();
    let format = CellFormat::new().set_num_format("yyyy-mm-dd");
    sheet.write(155, 1, "Date?").unwrap();
    sheet.write_with_format(155, 2, &date, &format).unwrap().write(155, 3, 0.1 + 0.2).unwrap();
    sheet.write(155, 7, 2).unwrap();
    let (format, parsed) = read("My quiz.xlsx", workbook.save_to_buffer().unwrap());
    assert_eq!((format, parsed.quiz.title.as_str()), (Some(Format::Kahoot), "My quiz"));
    assert_eq!(
        shorts(&parsed),
        [
            "When?: 1969/1970/1971=1 30s",
            "Which?: *a/b/d=13 240s",
            "True?: F 20s",
            "Date?: 2020-05-01/0.3=2 20s",
        ]
    );
    let columns = "header=8,question=B,choices=C-F,correct=H,time=G,key=number";
    assert_eq!(parsed.columns.as_deref(), Some(columns));
    let problems = places(&parsed.skipped);
    let expected = [
        "row 151, column G: the time is “600”; 240 seconds taken; expected 5 to 240 seconds",
        "row 153, column H: the question has no right answer; expected a letter, a number",
        "row 154, column H: the right answer “3” names no choice of this question; expected the number",
        "row 155, column B: the question has no text",
        "row 156, column C: the cell is a date or a time; taken as 2020-05-01; expected a text",
    ];
    let same = std::iter::zip(&problems, expected).all(|(found, part)| found.contains(part));
    assert!(same && problems.len() == expected.len(), "{problems:#?}");
}

#[test]
fn the_templates_of_other_programs_are_known_by_their_headers() {
    let quizizz = "Question Text,Question Type,Option 1,Option 2,Option 3,Correct Answer,Time in \
        seconds,Image Link,Answer explanation\n\
        \"The question\n(required)\",\"Question Type\n(default is Multiple Choice)\",Text,Text,,\
        \"The correct option\",Time,Link,Why\n\
        Two?,Multiple Choice,1,2,,2,30,,Because\nSome?,Checkbox,a,b,c,\"1,3\",900,,\n\
        Word?,Fill-in-the-Blank,one,ONE,two,,,,\nSay,Open-Ended,,,,,60,,\nLike?,Poll,a,b,,,20,,\n\
        Paint,Draw,,,,,60,,\nSee?,,a,b,,1,10,https://example.org/a.png,\n";
    let (format, parsed) = read("a.csv", quizizz);
    assert_eq!(format, Some(Format::Quizizz));
    assert_eq!(
        shorts(&parsed),
        [
            "Two?: 1/2=2 30s",
            "Some?: *a/b/c=13 240s",
            "Word?: typed one/two 20s",
            "Say: open_text 60s",
            "Like?: poll a/b 20s",
            "See?: a/b=1 10s",
        ]
    );
    assert_eq!(parsed.quiz.questions[0].explanation, "Because");
    let problems = places(&parsed.skipped);
    assert_eq!(problems.len(), 3, "{problems:#?}");
    assert!(problems[1].starts_with("row 8, column B: a question of the kind"));
    assert!(problems[2].starts_with("row 9, column H: https://example.org/a.png"));

    let blooket = "\"Blooket\nImport Template\",,,,,,,\nQuestion #,Question Text,Answer 1,Answer 2,\
        \"Answer 3\n(Optional)\",\"Answer 4\n(Optional)\",\"Time Limit (sec)\n(Max: 300 seconds)\",\
        \"Correct Answer(s)\n(Only include Answer #)\"\n1,Q?,a,b,,,20,\"1,2\"\n2,,,,,,,\n";
    let (format, parsed) = read("a.csv", blooket);
    assert_eq!((format, shorts(&parsed)), (Some(Format::Blooket), vec!["Q?: *a/b=12 20s".into()]));
    // Without its header, its rows can be nothing else.
    let lost =
        "Column A,Column B,C,D,E,F,G,H\n1,Q?,a,b,c,d,20 seconds,3\n2,R?,a,b,,,1 min,1\n3,,,,,,,\n";
    let (format, parsed) = read("a.csv", lost);
    assert_eq!(format, Some(Format::Blooket));
    assert_eq!(shorts(&parsed), ["Q?: a/b/c/d=3 20s", "R?: a/b=1 60s"]);

    let gimkit = "Gimkit Spreadsheet Import Template,,,\nQuestion,Correct Answer,Incorrect Answer \
        1,Incorrect Answer 2 (Optional)\n1+1?,2,10,1\nSky?,blue,red,\n";
    let (format, parsed) = read("a.csv", gimkit);
    // Sorted, so that the right one is not always the first.
    assert_eq!(format, Some(Format::Gimkit));
    assert_eq!(shorts(&parsed), ["1+1?: 1/2/10=2 20s", "Sky?: blue/red=1 20s"]);
    let (_, empty) = parse(&File {
        name: "a.csv",
        bytes: b"Gimkit\nQuestion,Correct Answer,Incorrect Answer 1\n",
        encoding: None,
        beside: &Nothing,
    });
    assert!(empty.unwrap_err().to_string().contains("the file has no question"));
}

#[test]
fn headers_of_many_languages_say_which_column_is_which() {
    for (table, columns, first) in [
        ("question,optionA,optionB,answer\nQ,a,b,B\n", "B-C,correct=D,key=letter", "a/b=2"),
        ("Pregunta;Opción 1;Opción 2;Correcta\nQ;x;y;1\n", "B-C,correct=D,key=number", "x/y=1"),
        ("Frage\tA\tB\tRichtige Antwort\nQ\tx\ty\ty\n", "B-C,correct=D,key=text", "x/y=2"),
        (
            "题目,选项A,选项B,选项C,正确答案\nQ,甲,乙,丙,\"A,C\"\n",
            "B-D,correct=E,key=letter",
            "*甲/乙/丙=13",
        ),
        ("Вопрос,Вариант А,Вариант Б,Ответ\nQ,x,y,б\n", "B-C,correct=D,key=letter", "x/y=2"),
        ("問題,選択肢1,選択肢2,正解\nQ,x,y,選択肢2\n", "B-C,correct=D,key=name", "x/y=2"),
        ("คำถาม,ตัวเลือก ก,ตัวเลือก ข,เฉลย\nQ,x,y,ข\n", "B-C,correct=D,key=letter", "x/y=2"),
        ("Soal,A,B,Jawaban Benar\nQ,x,y,B. y\n", "B-C,correct=D,key=letter", "x/y=2"),
        ("question,options,answer\nQ,x|y|z,z\n", "B,correct=C,key=text", "x/y/z=3"),
        (
            "q,question,option1,option2,correct\n7,Q,x,y,0\n8,R,x,y,1\n",
            "C-D,correct=E,key=index",
            "x/y=1",
        ),
        ("question,answer\nQ,x|y\n", "", "typed x/y"),
    ] {
        let (format, parsed) = read("a.csv", table);
        assert_eq!(format, Some(Format::Csv), "{table}");
        assert!(shorts(&parsed)[0].starts_with(&format!("Q: {first} ")), "{table} {parsed:?}");
        let read = parsed.columns.unwrap();
        assert!(read.contains(columns), "{table} {read}");
    }
}

#[test]
fn what_is_not_sure_is_refused_with_the_first_rows() {
    let refused = |table: &str| {
        let file =
            File { name: "a.csv", bytes: table.as_bytes(), encoding: None, beside: &Nothing };
        places(&parse(&file).1.unwrap_err().problems)
    };
    let no_header = refused("What is it?,this,that,this\nAnd that?,here,there,there\n");
    assert!(no_header[0].contains("it is not sure which column"), "{no_header:#?}");
    assert!(no_header[0].contains("question=A,choices=B-E,correct=F,header=1"));
    assert_eq!(no_header[1], "row 1: A: What is it? | B: this | C: that | D: this");
    // 2 can be the second choice, and the choice that says 2.
    let both = refused("question,a,b,c,answer\nQ,3,2,1,3\nR,2,3,1,1\n");
    assert!(
        both[0].contains("column E: its answers can be meant as number and as text"),
        "{both:#?}"
    );
    let none = refused("question,a,b,answer\nQ,x,y,nothing\nR,x,y,neither\n");
    assert!(none[0].contains("column D: its answers name no choices"), "{none:#?}");
}

#[test]
fn columns_can_be_said() {
    let table = "Q?,this,that,1\nR?,here,there,2\n";
    let file = File { name: "a.csv", bytes: table.as_bytes(), encoding: None, beside: &Nothing };
    for said in [
        "question=A,choices=B-C,correct=D,header=0",
        "header=0,question=1,choices=2+3,correct=4,key=number",
    ] {
        let columns: Columns = said.parse().unwrap();
        let parsed = parse_table(&file, Some(&columns)).1.unwrap();
        assert_eq!(shorts(&parsed), ["Q?: this/that=1 20s", "R?: here/there=2 20s"], "{said}");
    }
    let columns: Columns = "question=AA,choices=C+E-F,correct=G,time=H,key=text".parse().unwrap();
    assert_eq!(columns.to_string(), "header=1,question=AA,choices=C+E+F,correct=G,time=H,key=text");
    assert_eq!(columns.to_string().parse(), Ok(columns));
    for wrong in [
        "",
        "question=A",
        "question=?,choices=B",
        "question=A,choices=F-B",
        "question=A,correct=B,key=x",
        "a=b,question=A,correct=B",
        "question=AAAAAAAAAAAAAAAA,correct=B",
        "question=0,correct=B",
        "question=A,choices=A-ZZ",
    ] {
        assert!(wrong.parse::<Columns>().is_err(), "{wrong}");
    }
}

#[test]
fn rows_and_columns_are_those_of_the_file() {
    let table = "sep=;\n\nquestion;a;b;answer;time;points\n\n\"Q\n1\";x;x;A;;\n\n\nR;x;y;A;soon;many\nS;x;;A;;\n";
    let (_, parsed) = read("a.csv", table);
    assert_eq!(shorts(&parsed), ["R: x/y=1 20s"]);
    let problems = places(&parsed.skipped);
    assert_eq!(
        problems,
        [
            "row 5, column C: choices 1 and 2 are the same",
            "row 8, column E: the time is “soon”; 20 seconds taken; expected 5 to 240 seconds",
            "row 8, column F: “many” points; 1000 taken; expected 0 to 10000",
            "row 9: 1 choices; a question has 2 to 8",
        ]
    );
}

#[test]
fn every_sheet_with_a_known_header_is_read() {
    let mut workbook = Workbook::new();
    for (name, question) in [("One", "Q?"), ("Two", "R?")] {
        let sheet = workbook.add_worksheet().set_name(name).unwrap();
        for (text, column) in ["question", "a", "b", "answer"].into_iter().zip(0..) {
            sheet.write(0, column, text).unwrap();
        }
        for (text, column) in [question, "x", "y", "B"].into_iter().zip(0..) {
            sheet.write(1, column, text).unwrap();
        }
    }
    workbook.add_worksheet().set_name("Notes").unwrap().write(0, 0, "Call Ada").unwrap();
    let (format, parsed) = read("a.xlsx", workbook.save_to_buffer().unwrap());
    assert_eq!(format, Some(Format::Xlsx));
    assert_eq!(shorts(&parsed), ["Q?: x/y=2 20s", "R?: x/y=2 20s"]);
    let columns = parsed.columns.unwrap();
    assert!(columns.starts_with("One: header=1,") && columns.contains("; Two: "), "{columns}");
    assert_eq!(
        places(&parsed.skipped),
        ["file: the sheet Notes is not read: its columns are not known"]
    );
}

#[test]
fn a_row_that_is_left_out_can_be_mended_and_brought_again() {
    let table =
        "Question,Option A,Option B,Answer\nGood?,x,y,A\nBad?,same,same,B,,\"more, even\"\n";
    let parsed = read_file("a.csv", table.as_bytes()).unwrap();
    let [problem] = parsed.skipped.as_slice() else { panic!("{:?}", parsed.skipped) };
    let row: Vec<(&str, &str)> =
        problem.row.iter().map(|(name, cell)| (name.as_str(), cell.as_str())).collect();
    let expected = [
        ("Question", "Bad?"),
        ("Option A", "same"),
        ("Option B", "same"),
        ("Answer", "B"),
        ("E", ""),
        ("F", "more, even"),
    ];
    assert_eq!(row, expected);
    // As the page writes it, with the other choice mended.
    let head = row.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",");
    let mended = format!(
        "File,Place,What is there,Expected,Line,{head}\na.csv,row 3,x,y,,Bad?,same,other,B,,more\n"
    );
    let again = read_file("a.csv", mended.as_bytes()).unwrap();
    assert_eq!(again.quiz.questions.len(), 1, "{:?}", again.skipped);
    // One that is long is named and not quoted.
    let long = format!("Question,a,b,Answer\nQ,x,y,A\n{},s,s,A\n", "x".repeat(5000));
    let parsed = read_file("a.csv", long.as_bytes()).unwrap();
    assert!(!parsed.skipped.is_empty() && parsed.skipped.iter().all(|it| it.row.is_empty()));
}
