//! Randomness from the operating system.

use quizrain_shared::ids::Token;

/// Random bytes.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// A new secret.
///
/// # Errors
/// The operating system gives no randomness.
pub(crate) fn random_token() -> Result<Token, getrandom::Error> {
    random_bytes().map(Token)
}

/// A source of random words that asks the operating system for 4 KiB at a time. A failure is
/// kept and told at the end, because the words are drawn in the middle of pure code.
pub(crate) struct Words {
    buffer: Box<[u8; 4096]>,
    used: usize,
    failed: Option<getrandom::Error>,
}

impl Words {
    pub(crate) fn new() -> Self {
        Self { buffer: Box::new([0; 4096]), used: 4096, failed: None }
    }

    pub(crate) fn next(&mut self) -> u64 {
        if self.used == self.buffer.len() {
            if let Err(error) = getrandom::fill(&mut *self.buffer) {
                self.failed = Some(error);
            }
            self.used = 0;
        }
        let mut word = [0; 8];
        word.copy_from_slice(&self.buffer[self.used..self.used + 8]);
        self.used += 8;
        u64::from_le_bytes(word)
    }

    /// Whether every word was random.
    pub(crate) fn finish(self) -> Result<(), getrandom::Error> {
        self.failed.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn tokens_do_not_repeat_and_each_bit_is_one_half_of_the_time() {
        let tokens: Vec<[u8; 16]> = (0..10_000).map(|_| random_bytes().unwrap()).collect();
        assert_eq!(tokens.iter().collect::<HashSet<_>>().len(), tokens.len());
        for bit in 0..128 {
            let ones = tokens.iter().filter(|token| (token[bit / 8] >> (bit % 8)) & 1 == 1).count();
            // Ten standard deviations.
            assert!((4_500..=5_500).contains(&ones), "bit {bit} is 1 in {ones} of 10,000");
        }
    }
}
