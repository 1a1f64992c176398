//! Which columns of a table of guests have their names and their labels. Called by `table`.
//!
//! Money is paid by label, so nothing is guessed: what stands in a column that would not be read is a reason to refuse the
//! table, with the columns that it has.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use quizrain_shared::api::InvalidGuests;
use quizrain_shared::question::{fold, tidy};

use super::rows::Row;

/// What a column of names may be called in the languages of the page, without spaces and signs.
const NAME: &str = "name names fullname displayname guest guests guestname attendee participant person \
    姓名 名字 名称 名稱 全名 客人 嘉宾 嘉賓 来宾 來賓 宾客 賓客 客人姓名 嘉宾姓名 嘉賓姓名 来宾姓名 來賓姓名 \
    员工姓名 員工姓名 学生姓名 學生姓名 \
    namen vollername vornachname vorundnachname gast gäste gastname teilnehmer teilnehmerin teilnehmende teilnehmername \
    nom noms nomcomplet nomprénom nometprénom prénomnom prénometnom invité invitée invités participants participante convive \
    nombre nombres nombrecompleto nombreapellidos nombreyapellido nombreyapellidos invitado invitada invitados \
    participantes asistente asistentes nome nomes nomecompleto convidado convidada convidados \
    氏名 名前 お名前 フルネーム ゲスト ゲスト名 参加者 参加者名 参加者氏名 出席者 来賓 \
    이름 성명 성함 게스트 손님 참가자 참가자명 참석자 참석자명 내빈 \
    اسم الاسم الاسمالكامل ضيف الضيف الضيوف اسمالضيف المشارك المشاركون اسمالمشارك اسمالموظف";

/// What a column of labels may be called.
const LABEL: &str = "label labels id no nr number code ref reference email emailaddress mail \
    badge badgeno badgenr badgenumber badgeid staffno staffnr staffnumber staffid \
    employeeno employeenr employeenumber employeeid personnelno personnelnumber \
    memberno membernumber memberid studentno studentnumber studentid \
    标签 標籤 编号 編號 号码 號碼 序号 序號 代码 代碼 工号 工號 工牌号 工牌號 胸卡号 胸卡號 学号 學號 \
    员工号 員工號 员工编号 員工編號 职工号 職工號 会员号 會員號 会员编号 會員編號 \
    邮箱 郵箱 电邮 電郵 邮件 郵件 电子邮件 電子郵件 电子邮箱 電子郵箱 邮箱地址 郵箱地址 邮件地址 郵件地址 \
    kennung kennzeichen nummer personalnummer personalnr mitarbeiternummer mitarbeiternr mitgliedsnummer mitgliedsnr \
    mitgliednr matrikelnummer matrikelnr ausweisnummer etikett emailadresse mailadresse \
    étiquette identifiant matricule numéro n numérodematricule ndematricule numérodemployé ndemployé numérodebadge \
    ndebadge numérodadhérent courriel adressemail adresseemail \
    etiqueta identificador identificación legajo nro código matrícula númerodelegajo nrodelegajo nodelegajo \
    númerodeempleado nrodeempleado nodeempleado númerodesocio nodesocio correo correoelectrónico \
    identificação crachá númerodematrícula nodematrícula númerodocrachá nodocrachá númerodefuncionário \
    番号 識別番号 社員番号 従業員番号 職員番号 会員番号 学籍番号 学生番号 コード ラベル メール メールアドレス \
    번호 식별번호 사번 사원번호 직원번호 회원번호 학번 코드 라벨 이메일 이메일주소 \
    رقم الرقم معرّف المعرّف رمز الرمز الرقمالوظيفي رقمالموظف الرقمالجامعي رقمالطالب رقمالعضوية رقمالبطاقة \
    البريدالإلكتروني";

/// How many columns a refusal names, and how much of each.
const MAX_NAMED: usize = 10;
const MAX_NAMED_CHARS: usize = 40;

/// What is read of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Name,
    Label,
}

/// A heading without case, width, accents, spaces and signs.
fn plain(cell: &str) -> String {
    fold(cell).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What each of the words says, as [`plain`] leaves it.
static ROLES: LazyLock<HashMap<String, Role>> = LazyLock::new(|| {
    let each = |words: &'static str| words.split_whitespace().map(plain);
    let names = each(NAME).map(|word| (word, Role::Name));
    names.chain(each(LABEL).map(|word| (word, Role::Label))).collect()
});

/// What a heading says of its column.
fn role(cell: &str) -> Option<Role> {
    ROLES.get(&plain(cell)).copied()
}

/// The columns that are read.
#[derive(Debug)]
pub(super) struct Columns {
    name: Option<usize>,
    label: Option<usize>,
    /// Rows above the guests.
    headings: usize,
}

impl Columns {
    /// Those of a table: the first row says so, or it has two columns at most and nothing above them.
    pub(super) fn of(rows: &[Row]) -> Result<Self, InvalidGuests> {
        let without = Self { name: Some(0), label: Some(1), headings: 0 };
        let Some((first, rest)) = rows.split_first() else { return Ok(without) };
        let roles: Vec<Option<Role>> = first.cells.iter().map(|cell| role(cell)).collect();
        if roles.iter().all(Option::is_none) {
            let used = used(rows);
            let is_read = used.iter().all(|at| *at < 2) && !looks_like_heading(first, rest);
            return if is_read { Ok(without) } else { Err(unknown(first, &used)) };
        }
        let used = used(rest);
        let of = |role: Role| -> Vec<usize> {
            let is_such = |at: &usize| roles.get(*at) == Some(&Some(role));
            used.iter().copied().filter(is_such).collect()
        };
        let (names, labels) = (of(Role::Name), of(Role::Label));
        match (&names[..], &labels[..]) {
            ([] | [_], [] | [_]) if names.len() + labels.len() == used.len() => {
                let (name, label) = (names.first().copied(), labels.first().copied());
                Ok(Self { name, label, headings: 1 })
            }
            _ => Err(unknown(first, &used)),
        }
    }

    /// The guests of the table: in which line each stands, the name and the label. Both may be empty, not both at once.
    pub(super) fn guests<'r>(
        &self,
        rows: &'r [Row],
    ) -> impl Iterator<Item = (usize, &'r str, &'r str)> {
        let &Self { name, label, headings } = self;
        let cell = |row: &'r Row, at: Option<usize>| {
            at.and_then(|at| row.cells.get(at)).map_or("", String::as_str)
        };
        let guest = move |row: &'r Row| (row.line, cell(row, name), cell(row, label));
        rows.iter().skip(headings).map(guest)
    }
}

/// The columns in which anything stands.
fn used(rows: &[Row]) -> BTreeSet<usize> {
    let of_row = |row: &Row| {
        let filled = row.cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty());
        filled.map(|(at, _)| at).collect::<Vec<_>>()
    };
    rows.iter().flat_map(of_row).collect()
}

/// Whether a first row is no guest, though no word of it is known: all labels below have a digit or an `@`, and its own
/// has none.
fn looks_like_heading(first: &Row, rest: &[Row]) -> bool {
    fn label(row: &Row) -> Option<&str> {
        row.cells.get(1).map(String::as_str).filter(|label| !label.is_empty())
    }
    let below: Vec<&str> = rest.iter().filter_map(label).collect();
    let Some(own) = label(first).filter(|_| !below.is_empty()) else { return false };
    let all_but_it =
        |sign: fn(char) -> bool| !own.contains(sign) && below.iter().all(|it| it.contains(sign));
    all_but_it(char::is_numeric) || all_but_it(|c| c == '@')
}

/// A table of which some would not be read.
fn unknown(first: &Row, used: &BTreeSet<usize>) -> InvalidGuests {
    let heading = |at: &usize| {
        let heading = first.cells.get(*at).map(|cell| tidy(cell, MAX_NAMED_CHARS));
        heading.filter(|it| !it.is_empty()).unwrap_or_else(|| format!("#{}", at + 1))
    };
    let mut columns: Vec<String> = used.iter().take(MAX_NAMED).map(heading).collect();
    if used.len() > MAX_NAMED {
        columns.push("…".to_owned());
    }
    InvalidGuests::Columns { line: first.line, columns }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_whatever_their_case_width_and_signs_are() {
        for word in NAME.split_whitespace() {
            assert_eq!(role(word), Some(Role::Name), "{word}");
        }
        for word in LABEL.split_whitespace() {
            assert_eq!(role(word), Some(Role::Label), "{word}");
        }
        for cell in ["Full name", " FULL_NAME:", "ｎａｍｅ", "嘉宾 姓名"] {
            assert_eq!(role(cell), Some(Role::Name), "{cell}");
        }
        for cell in ["Badge no.", "Staff Number", "E-mail", "№", "Employee-ID", "工号：", "學號"]
        {
            assert_eq!(role(cell), Some(Role::Label), "{cell}");
        }
        for cell in ["", "#", "first name", "Abteilung", "Prénom", "Apellidos", "name 2", "部门"]
        {
            assert_eq!(role(cell), None, "{cell}");
        }
    }

    #[test]
    fn headings_are_known_in_every_language_with_and_without_accents() {
        for cell in [
            "NOM COMPLET",
            "Invité",
            "Invite",
            "GÄSTE",
            "Gaste",
            "Vor- und Nachname",
            "Nombre y apellidos",
            "CONVIDADO",
            "お名前",
            "ｹﾞｽﾄ",
            "이름",
            "الاِسْم",
            "اسم الضيف",
        ] {
            assert_eq!(role(cell), Some(Role::Name), "{cell}");
        }
        for cell in [
            "Kennung",
            "Personal-Nr.",
            "N°",
            "NUMERO",
            "N° de matricule",
            "Numéro d’employé",
            "Código",
            "N.º de empleado",
            "Identificação",
            "Nº de matrícula",
            "社員番号",
            "メールアドレス",
            "사번",
            "المعرف",
            "المُعرّف",
            "البريد الالكتروني",
        ] {
            assert_eq!(role(cell), Some(Role::Label), "{cell}");
        }
    }
}
