//! Spanish.

use quizrain_shared::field::InvalidField;
use quizrain_shared::mode::InvalidTeams;

use super::many;
use crate::state::new_game::Problem;
use crate::text::new_game::NewGameWords;

pub(in crate::text) static WORDS: NewGameWords = NewGameWords {
    options: "Opciones…",
    mode: "Modo",
    classic: "Clásico",
    classic_why: "Todos juegan por puntos.",
    survival: "Supervivencia",
    survival_why: "Quien falla o no responde queda fuera.",
    teams: "Equipos",
    teams_why: "La puntuación de un equipo es la media de sus miembros.",
    self_paced: "A tu ritmo",
    self_paced_why: "Cada jugador va a su ritmo y sabe al instante qué es correcto: para practicar.",
    open_minutes: "Abierta, en minutos",
    revive_card: "Una vida extra",
    no_card: "Ninguna",
    card_after: |n| {
        format!("Tras {} sin fallar", many(n.into(), "respuesta correcta", "respuestas correctas"))
    },
    team: |n| format!("Equipo {n}"),
    team_names: ["Gotas", "Estrellas", "Lunas", "Hojas", "Rayos", "Nubes", "Cumbres", "Paraguas"],
    add_team: "Añadir un equipo",
    remove_team: "Quitar el último equipo",
    team_chosen: "Los jugadores eligen su equipo",
    team_dealt: "Los jugadores se reparten por turnos",
    names: "Apodos",
    names_free: "Los jugadores escriben el suyo",
    names_generated: "Los apodos se sortean",
    names_generated_why: "Simpáticos, como Panda valiente: nadie escribe nada.",
    identity: "Jugadores",
    identity_open: "Cualquiera",
    identity_open_why: "Cada navegador es un jugador: una persona puede tener varias plazas y atrapar varios sobres.",
    pays_anybody: "Se puede pagar dinero a cualquiera",
    pays_anybody_why: "Sin esto, donde hay pagos, en una partida abierta solo llueven puntos.",
    field_asked: "Pedir a todos un dato más",
    field_asked_why: "Como un número de empleado: lo ves en la lista de jugadores, en los resultados y en los pagos. Nadie comprueba que sea verdad.",
    field_email: "Correo electrónico",
    field_number: "Número de empleado",
    field_name: "Cómo se llama",
    field_pattern: "Patrón (una expresión regular; puede quedar vacío)",
    field_example: "Un ejemplo que ven los jugadores",
    identity_signed: "Personas con sesión iniciada",
    identity_signed_why: "Con un enlace de tu propio sistema, o en el proveedor OpenID que tiene este servidor: una persona es un solo jugador en todos sus dispositivos.",
    identity_invited: "Invitados",
    identity_invited_why: "Con códigos en tarjetas: un invitado es un solo jugador, en el primer dispositivo que muestra el código.",
    choose_list: "Elige una lista de invitados",
    to_guests: "Listas de invitados",
    guest_list: |title, guests| format!("{title} ({guests})"),
    late_join: "Se puede entrar tarde",
    late_join_why: "También después de mostrarse la primera pregunta.",
    draw: "Preguntas sorteadas",
    all: |n| format!("todas ({n})"),
    problem: |why| match why {
        Problem::Teams(InvalidTeams::Count(_)) => "Una partida tiene de 2 a 8 equipos.",
        Problem::Teams(InvalidTeams::Name(_)) => {
            "El nombre de un equipo tiene de 1 a 20 caracteres."
        }
        Problem::Teams(InvalidTeams::SameName) => "Dos equipos tienen el mismo nombre.",
        Problem::Field(InvalidField::Name) => {
            "El dato que se pide a los jugadores tiene un nombre de 1 a 40 caracteres."
        }
        Problem::Field(InvalidField::LongPattern) => "El patrón es demasiado largo.",
        Problem::Field(InvalidField::Pattern(_) | InvalidField::Example) => {
            "Junto a un patrón va un ejemplo que coincide con él."
        }
    },
};
