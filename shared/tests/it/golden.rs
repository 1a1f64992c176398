//! Golden bytes: the wire is frozen. `golden.txt` has each frame's type, its postcard bytes as hex,
//! and its JSON. A difference here is another version of the protocol, not a new golden file.

use std::fmt::{Debug, Write};

use quizrain_shared::avatar::Avatar;
use quizrain_shared::wire::{
    BoardRow, CheckAnswer, CheckFrame, Encoding, HostFrame, PlayerFrame, ScreenFrame, ServerFrame,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::samples::{
    check_answers, check_frames, host_frames, player_frames, screen_frames, server_frames,
};
use crate::stored;

/// Writes frames as golden lines, after seeing that both encodings read back what they wrote.
fn write<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    lines: &mut String,
    name: &str,
    frames: &[T],
) {
    for frame in frames {
        let postcard = Encoding::Postcard.encode(frame);
        let json = Encoding::Json.encode(frame);
        assert_eq!(&Encoding::Postcard.decode::<T>(&postcard).unwrap(), frame);
        assert_eq!(&Encoding::Json.decode::<T>(&json).unwrap(), frame);
        let mut trailing = postcard.clone();
        trailing.push(0);
        assert!(Encoding::Postcard.decode::<T>(&trailing).is_err());
        write!(lines, "{name} ").unwrap();
        postcard.iter().for_each(|byte| write!(lines, "{byte:02x}").unwrap());
        writeln!(lines, " {}", String::from_utf8(json).unwrap()).unwrap();
    }
}

#[test]
fn the_wire_is_frozen() {
    let mut lines = String::new();
    write(&mut lines, "PlayerFrame", &player_frames());
    write(&mut lines, "HostFrame", &host_frames());
    write(&mut lines, "ScreenFrame", &screen_frames());
    write(&mut lines, "ServerFrame", &server_frames());
    write(&mut lines, "CheckFrame", &check_frames());
    write(&mut lines, "CheckAnswer", &check_answers());
    stored::compare("golden.txt", &lines);
}

#[test]
fn a_subprotocol_chooses_the_encoding() {
    for encoding in Encoding::ALL {
        assert_eq!(Encoding::from_subprotocol(encoding.subprotocol()), Some(encoding));
    }
    assert_eq!(Encoding::from_subprotocol("quizrain.v2.json"), None);
}

/// Logs are JSON, and those of games that were played before stay as they are.
#[test]
fn a_board_of_a_game_before_there_were_faces_is_read() {
    let row = r#"{"rank":1,"nickname":"李雷","score":1975,"team":null,"out":true}"#;
    let row: BoardRow = serde_json::from_str(row).unwrap();
    assert_eq!((row.out, row.avatar), (true, Avatar::default()));
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_a_frame_or_an_error(bytes in proptest::collection::vec(0u8.., 0..300)) {
        for encoding in Encoding::ALL {
            let _ = encoding.decode::<PlayerFrame>(&bytes);
            let _ = encoding.decode::<HostFrame>(&bytes);
            let _ = encoding.decode::<ScreenFrame>(&bytes);
            let _ = encoding.decode::<ServerFrame>(&bytes);
            let _ = encoding.decode::<CheckFrame>(&bytes);
            let _ = encoding.decode::<CheckAnswer>(&bytes);
        }
    }
}
