//! Spanish.

use super::many;
use crate::text::devices::DeviceWords;

pub(in crate::text) static WORDS: DeviceWords = DeviceWords {
    share: "Usar esta cuenta en otro dispositivo",
    share_why: "Quien abra este enlace tendrá tu saldo, para siempre. No se lo muestres a nadie. Sirve una sola vez.",
    scan: "Escanéalo con el otro dispositivo, o abre el enlace en él.",
    picture: "Código QR que abre esta cuenta en otro dispositivo",
    address: "El enlace",
    copy: "Copiar",
    copied: "Copiado",
    until: "Válido hasta:",
    used: "Listo: el otro dispositivo ya tiene esta cuenta.",
    others: |others| {
        format!(
            "Este saldo es de este navegador, y también de {}.",
            many(others.into(), "dispositivo más", "dispositivos más")
        )
    },
    borrowed: "Este navegador usa la cuenta de otro dispositivo: los dos tienen este saldo y juegan como un solo jugador.",
    leave: "Dejar de usarla aquí",
    leave_sure: "Este navegador deja de mostrar este saldo y vuelve a mostrar el suyo. Para volver necesitas un enlace nuevo de un dispositivo que tenga la cuenta.\n\n¿Dejar de usarla?",
    end_others: "Cerrarla en los demás",
    end_sure: "Todos los demás dispositivos pierden esta cuenta de inmediato, y un enlace pendiente deja de servir. Este navegador la conserva.\n\n¿Cerrarla en ellos?",
    end_sure_borrowed: "Todos los demás dispositivos pierden esta cuenta de inmediato, salvo este y aquel en el que empezó.\n\n¿Cerrarla en ellos?",
    offered: "¿Usar aquí la cuenta del otro dispositivo?",
    offered_why: "Los dos dispositivos tendrán un solo saldo y jugarán como un solo jugador, que atrapa un solo sobre por lluvia. Todo lo que atrapes aquí desde entonces será de esa cuenta: sigue solo si el otro dispositivo es tuyo.",
    offered_own: "Lo que este navegador atrapó por su cuenta se queda en él. Lo verás otra vez cuando dejes de usar aquí la otra cuenta.",
    accept: "Usarla aquí",
    decline: "No, quedarme con la mía",
};
