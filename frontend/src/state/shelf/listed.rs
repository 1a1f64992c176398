//! The quizzes that are listed, and what was asked for.

use quizrain_shared::api::{ListQuizzes, QuizPage, QuizSort, QuizSummary};

/// How many quizzes are loaded at once.
const QUIZZES_OF_PAGE: u16 = 48;

/// Where quizzes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Place {
    /// On the shelf.
    #[default]
    Shelf,
    /// In the archive.
    Archive,
    /// In the bin.
    Bin,
}

impl Place {
    /// Every place.
    pub(crate) const ALL: [Self; 3] = [Self::Shelf, Self::Archive, Self::Bin];

    /// Where a quiz is.
    pub(crate) const fn of(quiz: &QuizSummary) -> Self {
        match (quiz.deleted_ms, quiz.archived) {
            (Some(_), _) => Self::Bin,
            (None, true) => Self::Archive,
            (None, false) => Self::Shelf,
        }
    }
}

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wish {
    /// Words.
    pub(crate) search: String,
    /// A tag.
    pub(crate) tag: Option<String>,
    /// The order.
    pub(crate) sort: QuizSort,
    /// Where.
    pub(crate) place: Place,
}

impl Wish {
    /// Whether anything but the place is asked for.
    pub(crate) fn narrows(&self) -> bool {
        !self.search.trim().is_empty() || self.tag.is_some()
    }

    /// The request for the page that begins there.
    pub(crate) fn request(&self, after: Option<String>) -> ListQuizzes {
        ListQuizzes {
            search: self.search.trim().to_owned(),
            tag: self.tag.clone(),
            sort: self.sort,
            archived: self.place == Place::Archive,
            deleted: self.place == Place::Bin,
            after,
            limit: Some(QUIZZES_OF_PAGE),
        }
    }
}

/// The quizzes that are shown, and where the next ones begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Listed {
    /// The quizzes.
    pub(crate) quizzes: Vec<QuizSummary>,
    /// [`QuizPage::next`] of the last page.
    pub(crate) next: Option<String>,
}

impl Listed {
    /// The first page takes the place of all that there is.
    pub(crate) fn first(page: QuizPage) -> Self {
        Self { quizzes: page.quizzes, next: page.next }
    }

    /// Takes the next page. A quiz that has changed its place since the last one is shown once.
    pub(crate) fn add(&mut self, page: QuizPage) {
        for quiz in page.quizzes {
            if self.quizzes.iter().all(|known| known.id != quiz.id) {
                self.quizzes.push(quiz);
            }
        }
        self.next = page.next;
    }

    /// Takes what has become of a quiz: one that is elsewhere now is not shown here any more. Whether all of it is
    /// known here: one that came here after this was read has a place that only the server knows.
    #[must_use]
    pub(crate) fn change(&mut self, quiz: QuizSummary, place: Place) -> bool {
        if Place::of(&quiz) != place {
            self.quizzes.retain(|known| known.id != quiz.id);
            return true;
        }
        let known = self.quizzes.iter_mut().find(|known| known.id == quiz.id);
        let is_known = known.is_some();
        if let Some(known) = known {
            *known = quiz;
        }
        is_known
    }
}

/// The tags of a text in which commas part them; also those that people in China type.
pub(crate) fn tags_of(text: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in text.split([',', '，', '、', ';', '；', '\n']) {
        let tag = tag.split_whitespace().collect::<Vec<_>>().join(" ");
        if !tag.is_empty() && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiz(id: &str) -> QuizSummary {
        QuizSummary {
            id: id.to_owned(),
            version: 1,
            title: id.to_owned(),
            language: "en".to_owned(),
            description: String::new(),
            questions: 1,
            rains: Vec::new(),
            theme: None,
            tags: Vec::new(),
            problems: 0,
            created_ms: 1,
            changed_ms: 1,
            last_played_ms: None,
            archived: false,
            deleted_ms: None,
            file: None,
            host: None,
            shared: true,
        }
    }

    fn ids(listed: &Listed) -> Vec<&str> {
        listed.quizzes.iter().map(|quiz| &*quiz.id).collect()
    }

    fn page(ids: &[&str], next: Option<&str>) -> QuizPage {
        QuizPage { quizzes: ids.iter().map(|id| quiz(id)).collect(), next: next.map(str::to_owned) }
    }

    #[test]
    fn each_quiz_is_listed_once_on_whatever_page_it_comes() {
        let mut listed = Listed::first(page(&["a", "b"], Some("b")));
        listed.add(page(&["b", "c"], None));
        assert_eq!((ids(&listed), &listed.next), (vec!["a", "b", "c"], &None));
    }

    #[test]
    fn what_goes_elsewhere_is_listed_no_longer() {
        let mut listed = Listed::first(page(&["a", "b"], None));
        let tagged = QuizSummary { tags: vec!["x".to_owned()], ..quiz("b") };
        assert!(listed.change(tagged.clone(), Place::Shelf));
        assert_eq!(listed.quizzes.last(), Some(&tagged));
        assert!(listed.change(QuizSummary { archived: true, ..quiz("a") }, Place::Shelf));
        assert_eq!(ids(&listed), ["b"]);
        let binned = QuizSummary { archived: true, deleted_ms: Some(5), ..quiz("b") };
        assert_eq!(Place::of(&binned), Place::Bin);
        assert!(listed.change(binned.clone(), Place::Shelf));
        assert!(listed.quizzes.is_empty());
        // Whoever looks into the bin already may have read it before.
        assert!(!listed.change(binned, Place::Bin));
    }

    #[test]
    fn a_wish_asks_for_one_place() {
        let wish = Wish { search: "  moon ".to_owned(), ..Wish::default() };
        assert!(wish.narrows() && !Wish::default().narrows());
        let asked = wish.request(Some("x".to_owned()));
        assert_eq!((&*asked.search, asked.archived, asked.deleted), ("moon", false, false));
        let asked = Wish { place: Place::Archive, ..wish.clone() }.request(None);
        assert!(asked.archived && !asked.deleted);
        let asked = Wish { place: Place::Bin, ..wish }.request(None);
        assert!(asked.deleted && !asked.archived);
    }

    #[test]
    fn tags_are_parted_by_commas() {
        assert_eq!(tags_of(" new  year, 春节，灯谜、new year ,,"), ["new year", "春节", "灯谜"]);
        assert!(tags_of(" , ").is_empty());
    }
}
