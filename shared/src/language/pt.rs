//! Brazilian Portuguese.

use super::words::Words;
use crate::api::{DeviceRefusal, SignInRefusal};
use crate::generated_name::Names;

/// The names of players: a masculine noun before an adjective.
pub static NAMES: Names = Names {
    first: "Abacaxi Alce Balão Bambu Barco Biscoito Boto Búfalo Cacau Caju Camelo Canário Canguru Castelo Castor \
        Cisne Coala Coelho Cometa Condor Coqueiro Cristal Diamante Elefante Esquilo Falcão Farol Flamingo \
        Foguete Ganso Girassol Golfinho Grilo Guaraná Guepardo Ipê Jabuti Kiwi Lago Leão Leopardo Lince Lírio Livro \
        Lobo Luar Mapa Morango Oceano Ouriço Panda Pandeiro Papagaio Pardal Piano Pinguim Planeta Polvo Quati \
        Robô Rubi Sabiá Siri Sol Sorvete Tamanduá Tambor Tatu Tesouro Texugo Tigre Topázio Trem Trevo Trovão Tucano \
        Urso Veleiro Violão Violino Vulcão",
    second: "Alegre Amigo Amável Animado Atento Audaz Bacana Belo Bondoso Bonito Calmo Campeão Capaz Certeiro Contente \
        Corajoso Cordial Cortês Craque Criativo Curioso Dourado Educado Elegante Esperto Famoso Feliz Fiel \
        Firme Forte Genial Gentil Heroico Honesto Ideal Ilustre Incrível Jovial Justo Leal Legal Leve Ligeiro \
        Luminoso Lúcido Maneiro Modesto Mágico Nobre Notável Ousado Paciente Perfeito Pontual Prateado Preciso \
        Prudente Prático Radiante Risonho Rápido Sagaz Seguro Sensato Sereno Simples Sincero Solar \
        Sortudo Sublime Sábio Valente Valioso Veloz Vibrante Vivaz Zeloso Ágil Único",
    joint: ' ',
};

pub(super) static WORDS: Words = Words { names: &NAMES, sign_in, device, points, inherit };

fn sign_in(why: SignInRefusal) -> &'static str {
    use SignInRefusal as Why;
    match why {
        Why::Off => {
            "Neste servidor não dá para fazer login: falta a chave para conferir os logins. Avise o anfitrião."
        }
        Why::TooLong => "Seu link é longo demais para ser um link de login. Avise o anfitrião.",
        Why::Malformed => "Seu link está incompleto. Abra de novo o que você recebeu.",
        Why::Algorithm => {
            "Seu link foi assinado de um jeito que este servidor não aceita. Avise o anfitrião."
        }
        Why::UnknownKey => {
            "Seu link foi assinado com uma chave que este servidor não conhece. Avise o anfitrião."
        }
        Why::Signature => {
            "Seu link foi alterado ou assinado por outra pessoa. Abra de novo o que você recebeu."
        }
        Why::Issuer => {
            "Seu link foi criado por um sistema em que este servidor não confia. Avise o anfitrião."
        }
        Why::Audience => "Seu link foi criado para outro serviço. Avise o anfitrião.",
        Why::Expired => "Seu link expirou. Peça um novo a quem enviou este.",
        Why::NotYet => "Seu link ainda não vale. Tente de novo mais tarde ou avise o anfitrião.",
        Why::Lifetime => {
            "Seu link não diz por quanto tempo vale, ou vale por mais de uma hora. Avise o anfitrião."
        }
        Why::Subject => "Seu link não diz quem você é. Avise o anfitrião.",
        Why::Replayed => "Seu link já foi usado em outro aparelho. Peça um novo para usar neste.",
        Why::HasPlayed => {
            "Este navegador já jogou sem login. Fazer login mesmo assim? Os lugares dele em jogos que ainda não acabaram ficam para trás. Isso não pode ser desfeito."
        }
        Why::SomebodyElse => {
            "Outra pessoa já fez login neste navegador. Quer fazer login no lugar dela?"
        }
        Why::TooManyBrowsers => {
            "Você já fez login em 20 navegadores, que é o máximo. Saia em um deles, na página Saldo, ou peça ao anfitrião para encerrar seus logins."
        }
        Why::UnknownInvite => {
            "Não existe convite com este código. Confira no seu cartão e digite de novo."
        }
        Why::UsedInvite => {
            "Este convite está em uso em outro aparelho. Se ele não for seu, ou se você quiser jogar neste, peça ao anfitrião para liberar o convite."
        }
        Why::NoProvider => "Este servidor não tem página de login. Use o link que você recebeu.",
        Why::ProviderDown => "O serviço de login não responde. Tente de novo daqui a pouco.",
        Why::Cancelled => "Você não concluiu o login. Pode tentar de novo quando quiser.",
        Why::ProviderRefused => {
            "O serviço de login recusou o pedido. Tente de novo; se continuar assim, avise o anfitrião."
        }
        Why::NotBegun => "Este login não começou neste navegador. Faça login por aqui.",
        Why::TooLate => "O login levou mais de dez minutos. Faça login de novo.",
        Why::UsedCode => "Este login já foi usado. Se não deu certo, faça login de novo.",
        Why::Nonce => "O serviço respondeu a outro pedido de login. Faça login de novo.",
        Why::TokenAudience => {
            "O serviço de login confirmou quem você é, mas para outro serviço. Avise o anfitrião."
        }
        Why::TokenExpired => "A confirmação do serviço de login expirou. Faça login de novo.",
        Why::TokenInvalid => "A resposta do serviço de login não é confiável. Avise o anfitrião.",
        Why::NoHost => {
            "Nenhuma conta de anfitrião daqui está conectada a este login. Entre com a sua senha e faça a conexão em Contas."
        }
        Why::OtherHost => "Este login já está conectado à conta de outro anfitrião.",
        Why::SharedAccount => {
            "Este navegador usa a conta de outro aparelho. Primeiro pare de usá-la aqui, na página Saldo; depois faça login."
        }
    }
}

fn device(why: DeviceRefusal) -> &'static str {
    use DeviceRefusal as Why;
    match why {
        Why::NoCode => {
            "Este link não vale mais: cada um funciona uma vez, por dez minutos. Crie um novo no outro aparelho."
        }
        Why::SignedIn => {
            "Você fez login neste navegador, e sua conta está onde quer que você faça login. Para usar aqui a conta do outro aparelho, primeiro saia, na página Saldo, e abra o link de novo."
        }
        Why::SameAccount => "Este navegador já tem esta conta. Abra o link no outro aparelho.",
        Why::OtherAccount => {
            "Este navegador já usa a conta de outro aparelho. Primeiro pare de usá-la aqui, na página Saldo, e abra o link de novo."
        }
        Why::TooManyBrowsers => {
            "Esta conta está em 20 navegadores, que é o máximo. Pare de usá-la em um deles, na página Saldo."
        }
        Why::HandedOver => {
            "O que esta conta tinha agora é da pessoa que fez login com ela. Faça login também no outro aparelho para ver o mesmo saldo lá."
        }
    }
}

/// So many points.
fn points(n: u64) -> String {
    format!("{n} {}", if n < 2 { "ponto" } else { "pontos" })
}

fn inherit(sums: &str, who: Option<&str>) -> String {
    let whose = who.map_or_else(|| "a sua conta".to_owned(), |who| format!("a conta “{who}”"));
    format!(
        "Este navegador pegou {sums} sem login. Fazer login e passar {sums} para {whose}? \
         Os lugares dele em jogos que ainda não acabaram ficam para trás. Isso não pode ser desfeito."
    )
}
