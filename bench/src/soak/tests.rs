//! The checker against little ledgers, whole and spoilt.
