//! Chinese in simplified characters.

use crate::text::devices::DeviceWords;

pub(in crate::text) static WORDS: DeviceWords = DeviceWords {
    share: "在另一台设备上使用此账户",
    share_why: "打开此链接的人将一直拥有你的余额。请勿给任何人看。链接只能用一次。",
    scan: "用另一台设备扫描，或在那里打开链接。",
    picture: "在另一台设备上打开此账户的二维码",
    address: "链接",
    copy: "复制",
    copied: "已复制",
    until: "有效期至",
    used: "完成：另一台设备现在也有此账户。",
    others: |others| format!("余额属于这个浏览器，另有 {others} 台设备也能使用。"),
    borrowed: "此浏览器正在使用另一台设备的账户：两台设备共用这份余额，算作同一名玩家。",
    leave: "不再在此使用",
    leave_sure: "此浏览器将不再显示这份余额，而重新显示它自己的。要再次使用，需要从拥有此账户的设备获取新链接。\n\n确定吗？",
    end_others: "让其他设备全部退出",
    end_sure: "其他所有设备将立即失去此账户，尚未使用的链接也会失效。此浏览器会保留账户。\n\n要让它们退出吗？",
    end_sure_borrowed: "除此设备和账户最初所在的设备外，其他设备将立即失去此账户。\n\n要让它们退出吗？",
    offered: "要在这里使用另一台设备的账户吗？",
    offered_why: "之后两台设备共用一份余额，算作同一名玩家，每场红包雨只能抢一个红包。此后在这里抢到的都归那个账户：仅当另一台设备是你的，才继续。",
    offered_own: "此浏览器自己抢到的仍归它所有。不再使用另一个账户时，就会重新看到。",
    accept: "在这里使用",
    decline: "不，保留我自己的",
};
