//! Why a request of a host brought nothing, in the words of the page. In English, the server's words say it.

/// So many bytes.
pub(super) fn size(bytes: usize) -> String {
    match bytes >> 20 {
        0 => format!("{} KiB", bytes >> 10),
        mib => format!("{mib} MiB"),
    }
}

#[cfg(test)]
mod tests;
