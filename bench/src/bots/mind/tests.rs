//! What a bot decides, frame by frame.
