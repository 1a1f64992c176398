//! Chinese in traditional characters.

use crate::text::devices::DeviceWords;

pub(in crate::text) static WORDS: DeviceWords = DeviceWords {
    share: "在另一台裝置上使用此帳戶",
    share_why: "開啟此連結的人將一直擁有你的餘額。請勿給任何人看。連結只能用一次。",
    scan: "用另一台裝置掃描，或在那裡開啟連結。",
    picture: "在另一台裝置上開啟此帳戶的 QR 碼",
    address: "連結",
    copy: "複製",
    copied: "已複製",
    until: "有效期至",
    used: "完成：另一台裝置現在也有此帳戶。",
    others: |others| format!("餘額屬於這個瀏覽器，另有 {others} 台裝置也能使用。"),
    borrowed: "此瀏覽器正在使用另一台裝置的帳戶：兩台裝置共用這份餘額，算作同一名玩家。",
    leave: "不再在此使用",
    leave_sure: "此瀏覽器將不再顯示這份餘額，而重新顯示它自己的。要再次使用，需要從擁有此帳戶的裝置取得新連結。\n\n確定嗎？",
    end_others: "讓其他裝置全部登出",
    end_sure: "其他所有裝置將立即失去此帳戶，尚未使用的連結也會失效。此瀏覽器會保留帳戶。\n\n要讓它們登出嗎？",
    end_sure_borrowed: "除此裝置和帳戶最初所在的裝置外，其他裝置將立即失去此帳戶。\n\n要讓它們登出嗎？",
    offered: "要在這裡使用另一台裝置的帳戶嗎？",
    offered_why: "之後兩台裝置共用一份餘額，算作同一名玩家，每場紅包雨只能搶一個紅包。此後在這裡搶到的都歸那個帳戶：僅當另一台裝置是你的，才繼續。",
    offered_own: "此瀏覽器自己搶到的仍歸它所有。不再使用另一個帳戶時，就會重新看到。",
    accept: "在這裡使用",
    decline: "不，保留我自己的",
};
