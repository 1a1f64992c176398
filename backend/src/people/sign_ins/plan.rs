//! What becomes of sign-ins that come together, and what is to be written. No clock and no database here.

use std::collections::HashMap;

use quizrain_shared::api::{MAX_BROWSERS, SignInRefusal};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{AccountId, GuestListId};

use super::{Attempt, Bound, Request, Shown};
use crate::people::bindings::{Believed, Binding};
use crate::people::guests;
use crate::people::{Device, InviteCode, Proof};

/// What sign-ins are judged by.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub(super) now_ms: u64,
    /// How long a browser stays a person's who has shown a token.
    pub(super) lasts_ms: u64,
    pub(super) believed: &'a Believed,
}

impl Rules<'_> {
    /// When a sign-in ends that begins now; `None`: a host ends it.
    fn end(&self, proof: &Proof) -> Option<u64> {
        (proof.identity == Identity::Signed).then(|| self.now_ms.saturating_add(self.lasts_ms))
    }

    /// Whether a browser is somebody's until they say otherwise.
    fn holds(&self, binding: &Binding) -> bool {
        !binding.has_ended(self.now_ms) && binding.is_believed(self.believed)
    }

    /// Whether an end is enough later than another to be worth writing: a day in thirty.
    fn is_longer(&self, end: Option<u64>, than: Option<u64>) -> bool {
        let gained = end.zip(than).map(|(end, than)| end.saturating_sub(than));
        gained.is_some_and(|gained| gained > self.lasts_ms / 30)
    }
}

/// A person, as SQL has them.
#[derive(Default)]
pub(super) struct Person {
    pub(super) name: String,
    /// In how many browsers they are signed in.
    pub(super) browsers: u32,
}

/// An invite, as SQL has it.
pub(super) struct Invited {
    pub(super) list: GuestListId,
    pub(super) label: String,
    pub(super) name: String,
    /// The hash of the browser that has it.
    pub(super) device: Option<String>,
}

/// What the database has of all who are concerned.
#[derive(Default)]
pub(super) struct Known {
    pub(super) bindings: HashMap<Device, Binding>,
    pub(super) persons: HashMap<AccountId, Person>,
    /// Sign-ins that count once and were used, and by which browser.
    pub(super) used: HashMap<String, String>,
    /// Invites, by their codes.
    pub(super) invites: HashMap<String, Invited>,
}

impl Known {
    /// Who somebody is by what they show.
    pub(super) fn proof(&self, shown: &Shown) -> Option<Proof> {
        match shown {
            Shown::Proof(proof) => Some(proof.clone()),
            Shown::Code(code) => {
                let Invited { list, label, name, .. } = self.invites.get(code.stored())?;
                Some(guests::proof(*list, label.clone(), name.clone()))
            }
        }
    }
}

/// What is answered, and what is to be written before.
pub(super) struct Plan<'a> {
    rules: Rules<'a>,
    known: Known,
    pub(super) answers: Vec<Attempt>,
    /// People who are new or have another name.
    pub(super) persons: HashMap<AccountId, Proof>,
    /// Whose browsers are from now on, and until when.
    pub(super) bindings: HashMap<Device, (AccountId, Option<u64>)>,
    /// Sign-ins that are used up, by which browser, and until when that is kept, in seconds since 1970.
    pub(super) used: HashMap<String, (Device, u64)>,
    /// Invites that have a browser now, by their codes.
    pub(super) taken: HashMap<String, Device>,
}

impl<'a> Plan<'a> {
    /// The plan for these requests, one after the other.
    pub(super) fn of(known: Known, rules: Rules<'a>, requests: &[Request]) -> Self {
        let mut plan = Self {
            rules,
            known,
            answers: Vec::with_capacity(requests.len()),
            persons: HashMap::new(),
            bindings: HashMap::new(),
            used: HashMap::new(),
            taken: HashMap::new(),
        };
        for Request { device, shown } in requests {
            let answer = plan.admit(*device, shown);
            plan.answers.push(answer);
        }
        plan
    }

    pub(super) fn writes_nothing(&self) -> bool {
        self.persons.is_empty()
            && self.bindings.is_empty()
            && self.used.is_empty()
            && self.taken.is_empty()
    }

    /// Whoever is refused uses nothing up.
    fn admit(&mut self, device: Device, shown: &Shown) -> Attempt {
        let hash = device.to_string();
        let proof = self.known.proof(shown).ok_or(SignInRefusal::UnknownInvite)?;
        let invite = match shown {
            Shown::Proof(_) => None,
            Shown::Code(code) => Some(self.invite_for(code, &hash)?),
        };
        if let Some((sign_in, _)) = &proof.single_use
            && self.known.used.get(sign_in).is_some_and(|by| *by != hash)
        {
            return Err(SignInRefusal::Replayed);
        }
        let before = self.bind(device, &proof)?;
        if let Some((sign_in, until)) = &proof.single_use
            && self.known.used.insert(sign_in.clone(), hash.clone()).is_none()
        {
            self.used.insert(sign_in.clone(), (device, *until));
        }
        if let Some((_, Some(code))) = &invite {
            self.taken.insert(code.clone(), device);
            if let Some(invited) = self.known.invites.get_mut(code) {
                invited.device = Some(hash);
            }
        }
        Ok(Bound {
            account: proof.account,
            who: proof.who(),
            name: proof.name,
            guests: invite.map(|(list, _)| list),
            before,
            left: Vec::new(),
        })
    }

    /// The list of an invite that this browser may have, and its code where it has none yet.
    fn invite_for(
        &self,
        code: &InviteCode,
        hash: &str,
    ) -> Result<(GuestListId, Option<String>), SignInRefusal> {
        let invited = self.known.invites.get(code.stored()).ok_or(SignInRefusal::UnknownInvite)?;
        match invited.device.as_deref() {
            None => Ok((invited.list, Some(code.stored().to_owned()))),
            Some(own) if own == hash => Ok((invited.list, None)),
            Some(_) => Err(SignInRefusal::UsedInvite),
        }
    }

    /// Makes a browser a person's; whose it was, if it was another person's.
    fn bind(&mut self, device: Device, proof: &Proof) -> Result<Option<AccountId>, SignInRefusal> {
        let end = self.rules.end(proof);
        let mut before = None;
        let mut is_new = true;
        let mut writes = true;
        if let Some(known) = self.known.bindings.get(&device) {
            if known.identity == Identity::Open {
                return Err(SignInRefusal::SharedAccount);
            }
            let (theirs, holds) = (known.account == proof.account, self.rules.holds(known));
            if holds && !theirs {
                return Err(SignInRefusal::SomebodyElse);
            }
            before = (!theirs).then_some(known.account);
            is_new = !(theirs && holds);
            writes = is_new || self.rules.is_longer(end, known.until_ms);
        }
        let name = proof.name.as_deref().unwrap_or_default();
        let known = self.known.persons.get(&proof.account);
        let browsers = known.map_or(0, |person| person.browsers);
        if is_new && proof.identity == Identity::Signed && browsers >= MAX_BROWSERS {
            return Err(SignInRefusal::TooManyBrowsers);
        }
        if known.is_none_or(|person| !name.is_empty() && person.name != name) {
            self.persons.insert(proof.account, proof.clone());
        }
        let person = self.known.persons.entry(proof.account).or_default();
        person.browsers = browsers.saturating_add(u32::from(is_new));
        if !name.is_empty() {
            name.clone_into(&mut person.name);
        }
        if writes {
            self.bindings.insert(device, (proof.account, end));
            let binding = Binding {
                account: proof.account,
                identity: proof.identity,
                issuer: proof.issuer.clone(),
                until_ms: end,
            };
            self.known.bindings.insert(device, binding);
        }
        Ok(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::guests::proof;

    const NOW: u64 = 1_800_000_000_000;
    const DAY: u64 = 86_400_000;

    fn device(number: u8) -> Device {
        Device([number; 32])
    }

    fn anna() -> Proof {
        Proof {
            account: AccountId([1; 16]),
            identity: Identity::Signed,
            issuer: "https://staff.example.org".to_owned(),
            subject: "e-4711".to_owned(),
            name: None,
            single_use: None,
        }
    }

    fn ben() -> Proof {
        Proof { account: AccountId([2; 16]), subject: "e-4712".to_owned(), ..anna() }
    }

    fn bound(proof: &Proof, until_ms: u64) -> Binding {
        Binding {
            account: proof.account,
            identity: proof.identity,
            issuer: proof.issuer.clone(),
            until_ms: Some(until_ms),
        }
    }

    fn by(number: u8, proof: Proof) -> Request {
        Request { device: device(number), shown: Shown::Proof(proof) }
    }

    /// What becomes of these where the database has that, and how many browsers are written.
    fn attempts(known: Known, requests: &[Request]) -> (Vec<Option<SignInRefusal>>, usize) {
        let believed = Believed::only(["https://staff.example.org"]);
        let rules = Rules { now_ms: NOW, lasts_ms: 30 * DAY, believed: &believed };
        let plan = Plan::of(known, rules, requests);
        (plan.answers.into_iter().map(Result::err).collect(), plan.bindings.len())
    }

    #[test]
    fn a_person_has_so_many_browsers_also_of_those_that_come_together() {
        let requests: Vec<Request> = (0..25).map(|number| by(number % 22, anna())).collect();
        let (refused, written) = attempts(Known::default(), &requests);
        let most = MAX_BROWSERS as usize;
        assert!(refused[..most].iter().all(Option::is_none));
        assert_eq!(refused[most..most + 2], [Some(SignInRefusal::TooManyBrowsers); 2]);
        assert!(refused[most + 2..].iter().all(Option::is_none), "they are in already");
        assert_eq!(written, most);
        // One that has ended is not among them, and begins anew.
        let mut known = Known::default();
        known.bindings.insert(device(1), bound(&anna(), NOW));
        known.persons.insert(anna().account, Person { name: String::new(), browsers: 19 });
        let requests = [by(1, anna()), by(2, anna())];
        let expected = vec![None, Some(SignInRefusal::TooManyBrowsers)];
        assert_eq!(attempts(known, &requests), (expected, 1));
    }

    #[test]
    fn a_browser_is_somebody_elses_until_that_ends_or_nobody_vouches_for_it() {
        let of = |binding: Binding| {
            let mut known = Known::default();
            known.bindings.insert(device(1), binding);
            attempts(known, &[by(1, ben())])
        };
        assert_eq!(of(bound(&anna(), NOW + 1)), (vec![Some(SignInRefusal::SomebodyElse)], 0));
        assert_eq!(of(bound(&anna(), NOW)), (vec![None], 1));
        let old = Proof { issuer: "https://old.example.org".to_owned(), ..anna() };
        assert_eq!(of(bound(&old, NOW + DAY)), (vec![None], 1));
        let guest = proof(GuestListId([7; 8]), "1".to_owned(), String::new());
        let guest = Binding { until_ms: None, ..bound(&guest, 0) };
        assert_eq!(of(guest), (vec![Some(SignInRefusal::SomebodyElse)], 0));
        // Whoever uses another browser's account says first that they do no more.
        let other = Proof { identity: Identity::Open, issuer: String::new(), ..anna() };
        let other = Binding { until_ms: None, ..bound(&other, 0) };
        assert_eq!(of(other), (vec![Some(SignInRefusal::SharedAccount)], 0));
    }

    #[test]
    fn what_is_shown_again_is_written_again_when_that_gains_a_day() {
        let of = |until_ms: u64| {
            let mut known = Known::default();
            known.bindings.insert(device(1), bound(&anna(), until_ms));
            known.persons.insert(anna().account, Person::default());
            attempts(known, &[by(1, anna())])
        };
        assert_eq!(of(NOW + 29 * DAY), (vec![None], 0));
        assert_eq!(of(NOW + 29 * DAY - 1), (vec![None], 1));
    }

    #[test]
    fn of_browsers_that_come_together_the_first_has_what_counts_once() {
        let once = |name: &str| Some((name.to_owned(), NOW / 1000 + 60));
        let (first, again) =
            (Proof { single_use: once("1"), ..anna() }, Proof { single_use: once("1"), ..ben() });
        let requests = [by(1, first.clone()), by(2, again), by(1, first)];
        let replayed = vec![None, Some(SignInRefusal::Replayed), None];
        assert_eq!(attempts(Known::default(), &requests), (replayed, 1));

        let code: InviteCode = "ABCDE-12345".parse().unwrap();
        let known = || {
            let mut known = Known::default();
            let (list, label) = (GuestListId([7; 8]), "e-1".to_owned());
            let invited = Invited { list, label, name: String::new(), device: None };
            known.invites.insert(code.stored().to_owned(), invited);
            known
        };
        let show =
            |number: u8| Request { device: device(number), shown: Shown::Code(code.clone()) };
        let used = vec![None, Some(SignInRefusal::UsedInvite), None];
        assert_eq!(attempts(known(), &[show(1), show(2), show(1)]), (used, 1));
        let nobody = vec![Some(SignInRefusal::UnknownInvite)];
        assert_eq!(attempts(Known::default(), &[show(1)]), (nobody, 0));
        // Who is refused takes nothing.
        let mut theirs = known();
        theirs.bindings.insert(device(1), bound(&anna(), NOW + DAY));
        let second = vec![Some(SignInRefusal::SomebodyElse), None];
        assert_eq!(attempts(theirs, &[show(1), show(2)]), (second, 1));
    }
}
