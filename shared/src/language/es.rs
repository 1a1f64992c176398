//! Spanish.

use super::words::Words;
use crate::api::{DeviceRefusal, SignInRefusal};
use crate::generated_name::Names;

/// The names of players.
pub static NAMES: Names = Names {
    first: "Alce Arce Barco Bisonte Bosque Búho Cactus Canario Canguro Caracol Castor Ciervo Cisne Clavel Cohete Colibrí Cometa \
        Cóndor Copo Cristal Delfín Diamante Dragón Elefante Erizo Faro Farol Fénix Flamenco Girasol Globo Grillo Guepardo \
        Halcón Jaguar Jazmín Jilguero Kiwi Koala Lémur León Leopardo Limón Lince Lirio Lobo Lucero Mapache Mirlo Molino \
        Ocelote Olivo Panda Pelícano Piano Pingüino Pino Planeta Puma Quetzal Rayo Reno Roble Rubí Ruiseñor Suricato Tambor \
        Tapir Tigre Trébol Tren Trueno Tucán Tulipán Velero Violín Volcán Zafiro Zorzal",
    second: "activo ágil alegre amable amigable animado astuto atento audaz calmado capaz cordial cósmico creativo curioso \
        decidido dichoso diestro digno discreto elegante enérgico estelar experto fabuloso famoso feliz fiel firme gallardo \
        generoso genial gentil gracioso hábil heroico honrado ilustre jovial justo leal listo lúcido luminoso mágico modesto \
        musical noble notable paciente pacífico plácido prudente puntual radiante rápido raudo resuelto risueño sabio sagaz \
        sensato sencillo sereno sincero singular sociable soñador sutil tenaz único valeroso valiente veloz versátil vivaz \
        zen",
    joint: ' ',
};

pub(super) static WORDS: Words = Words { names: &NAMES, sign_in, device, points, inherit };

fn sign_in(why: SignInRefusal) -> &'static str {
    use SignInRefusal as Why;
    match why {
        Why::Off => {
            "En este servidor nadie puede iniciar sesión: no tiene clave para comprobarlo. Avisa al anfitrión."
        }
        Why::TooLong => {
            "Tu enlace es demasiado largo para ser de inicio de sesión. Avisa al anfitrión."
        }
        Why::Malformed => "Tu enlace está incompleto. Vuelve a abrirlo donde lo recibiste.",
        Why::Algorithm => {
            "Tu enlace no está firmado como este servidor lo acepta. Avisa al anfitrión."
        }
        Why::UnknownKey => {
            "Tu enlace está firmado con una clave que este servidor no conoce. Avisa al anfitrión."
        }
        Why::Signature => {
            "Tu enlace fue modificado, o lo firmó otra persona. Vuelve a abrirlo donde lo recibiste."
        }
        Why::Issuer => {
            "Tu enlace viene de un sistema en el que este servidor no confía. Avisa al anfitrión."
        }
        Why::Audience => "Tu enlace se creó para otro servicio. Avisa al anfitrión.",
        Why::Expired => "Tu enlace expiró. Pide uno nuevo donde lo recibiste.",
        Why::NotYet => "Tu enlace todavía no es válido. Inténtalo más tarde o avisa al anfitrión.",
        Why::Lifetime => {
            "Tu enlace no dice cuánto tiempo es válido, o lo es más de una hora. Avisa al anfitrión."
        }
        Why::Subject => "Tu enlace no dice quién eres. Avisa al anfitrión.",
        Why::Replayed => "Tu enlace ya se usó en otro dispositivo. Pide uno nuevo para este.",
        Why::HasPlayed => {
            "Este navegador jugó sin iniciar sesión. ¿Iniciar sesión de todos modos? Sus plazas en partidas sin terminar se pierden. No se puede deshacer."
        }
        Why::SomebodyElse => {
            "En este navegador hay una sesión de otra persona. ¿Iniciar la tuya en su lugar?"
        }
        Why::TooManyBrowsers => {
            "Tienes la sesión iniciada en 20 navegadores, que es el máximo. Ciérrala en uno de ellos, en su página Saldo, o pide al anfitrión que la cierre."
        }
        Why::UnknownInvite => {
            "No hay ninguna invitación con este código. Mira tu tarjeta y vuelve a escribirlo."
        }
        Why::UsedInvite => {
            "Esta invitación se usa en otro dispositivo. Si no es tuyo, o quieres jugar en este, pide al anfitrión que la libere."
        }
        Why::NoProvider => {
            "Este servidor no tiene página para iniciar sesión. Usa el enlace que recibiste."
        }
        Why::ProviderDown => {
            "El servicio de inicio de sesión no responde. Inténtalo de nuevo en un momento."
        }
        Why::Cancelled => "No iniciaste sesión. Puedes intentarlo de nuevo cuando quieras.",
        Why::ProviderRefused => {
            "El servicio de inicio de sesión dijo que no. Inténtalo de nuevo; si sigue igual, avisa al anfitrión."
        }
        Why::NotBegun => "Este inicio de sesión no empezó en este navegador. Inicia sesión aquí.",
        Why::TooLate => "El inicio de sesión tardó más de diez minutos. Vuelve a iniciar sesión.",
        Why::UsedCode => {
            "Este inicio de sesión ya se usó. Si no tienes la sesión iniciada, vuelve a iniciarla."
        }
        Why::Nonce => {
            "El servicio de inicio de sesión respondió a otra petición. Vuelve a iniciar sesión."
        }
        Why::TokenAudience => {
            "El servicio de inicio de sesión respondió por ti ante otro servicio. Avisa al anfitrión."
        }
        Why::TokenExpired => {
            "Lo que el servicio de inicio de sesión dijo de ti ya expiró. Vuelve a iniciar sesión."
        }
        Why::TokenInvalid => {
            "Lo que dijo el servicio de inicio de sesión no es fiable. Avisa al anfitrión."
        }
        Why::NoHost => {
            "Ninguna cuenta de anfitrión está conectada aquí con este inicio de sesión. Inicia sesión con tu contraseña y conéctala en Cuentas."
        }
        Why::OtherHost => {
            "La cuenta de otro anfitrión ya está conectada con este inicio de sesión."
        }
        Why::SharedAccount => {
            "Este navegador usa la cuenta de otro dispositivo. Deja primero de usarla aquí, en la página Saldo, y luego inicia sesión."
        }
    }
}

fn device(why: DeviceRefusal) -> &'static str {
    use DeviceRefusal as Why;
    match why {
        Why::NoCode => {
            "Este enlace ya no es válido: cada uno sirve una vez, durante diez minutos. Crea uno nuevo en el otro dispositivo."
        }
        Why::SignedIn => {
            "Tienes la sesión iniciada en este navegador, y tu cuenta está donde sea que inicies sesión. Para usar aquí la cuenta del otro dispositivo, cierra primero la sesión, en la página Saldo, y vuelve a abrir el enlace."
        }
        Why::SameAccount => {
            "Este navegador ya tiene esta cuenta. Abre el enlace en el otro dispositivo."
        }
        Why::OtherAccount => {
            "Este navegador ya usa la cuenta de otro dispositivo. Deja primero de usarla aquí, en la página Saldo, y vuelve a abrir el enlace."
        }
        Why::TooManyBrowsers => {
            "Esta cuenta está en 20 navegadores, que es el máximo. Deja de usarla en uno de ellos, en su página Saldo."
        }
        Why::HandedOver => {
            "Lo que tenía esta cuenta es de la persona que inició sesión con ella. Inicia sesión también en el otro dispositivo: ahí verás el mismo saldo."
        }
    }
}

/// So many points.
fn points(n: u64) -> String {
    format!("{n} {}", if n == 1 { "punto" } else { "puntos" })
}

fn inherit(sums: &str, who: Option<&str>) -> String {
    let who = who.unwrap_or("tu cuenta");
    format!(
        "Este navegador atrapó {sums} sin iniciar sesión. ¿Iniciar sesión y pasar {sums} a {who}? \
         Sus plazas en partidas sin terminar se pierden. No se puede deshacer."
    )
}
