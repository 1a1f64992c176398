//! Which browser a session is, as much as its host needs to know it again.

/// What browsers call themselves, those first whose text names others too.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 6] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// Such as `Firefox, Linux`; empty where nothing is known. What the browser says beyond that is not kept.
pub(super) fn named(user_agent: &str) -> String {
    let known = |names: &[(&str, &'static str)]| {
        names.iter().find(|(text, _)| user_agent.contains(text)).map(|(_, name)| *name)
    };
    [known(&BROWSERS), known(&SYSTEMS)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_named_and_no_more_is_kept() {
        for (user_agent, expected) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox, Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            ("curl/8.0", ""),
            ("", ""),
            ("<script>Firefox/1</script>", "Firefox"),
        ] {
            assert_eq!(named(user_agent), expected);
        }
    }
}
