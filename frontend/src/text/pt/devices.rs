//! Brazilian Portuguese.

use super::many;
use crate::text::devices::DeviceWords;

pub(in crate::text) static WORDS: DeviceWords = DeviceWords {
    share: "Usar esta conta em outro aparelho",
    share_why: "Quem abrir este link fica com o seu saldo, para sempre. Não mostre a ninguém. Ele funciona uma vez.",
    scan: "Escaneie com o outro aparelho ou abra o link nele.",
    picture: "QR code que abre esta conta em outro aparelho",
    address: "O link",
    copy: "Copiar",
    copied: "Copiado",
    until: "Vale até",
    used: "Pronto: agora o outro aparelho também tem esta conta.",
    others: |others| {
        let have = if others < 2 { "tem" } else { "têm" };
        let others = many(others.into(), "outro aparelho", "outros aparelhos");
        format!("Este saldo é deste navegador, e {others} também o {have}.")
    },
    borrowed: "Este navegador usa a conta de outro aparelho: os dois têm este saldo e jogam como um só.",
    leave: "Parar de usar aqui",
    leave_sure: "Este navegador deixa de mostrar este saldo e volta a mostrar o dele. Para voltar, você precisa de um novo link de um aparelho que tenha a conta.\n\nParar?",
    end_others: "Sair em todos os outros",
    end_sure: "Todos os outros aparelhos perdem esta conta na hora, e um link que ainda espera também deixa de valer. Este navegador fica com ela.\n\nSair nos outros?",
    end_sure_borrowed: "Todos os outros aparelhos perdem esta conta na hora, menos este e aquele em que ela começou.\n\nSair nos outros?",
    offered: "Usar aqui a conta do outro aparelho?",
    offered_why: "Os dois aparelhos passam a ter um só saldo e a jogar como um só jogador, que pega um envelope por chuva. O que você pegar aqui daí em diante é dessa conta: só continue se o outro aparelho for seu.",
    offered_own: "O que este navegador pegou por conta própria continua com ele. Você volta a ver quando parar de usar a outra conta aqui.",
    accept: "Usar aqui",
    decline: "Não, ficar com a minha",
};
