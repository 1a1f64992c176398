// Every page there is, with an address at which it shows something.

/** Who opens it: a player, or a host whose key this browser has. */
export type Whose = "phone" | "laptop";
/** The form of an address, as the one list of pages has it, who opens it, and such an address. */
export type Place = [pattern: string, whose: Whose, address: string];

/** The pages of a game, of its quiz, and of neither. */
export function everyPage({ pin, game, quiz }: { pin: string; game: string; quiz: string }): Place[] {
  return [
    ["/", "phone", "/"],
    ["/play/{pin}", "phone", `/play/${pin}`],
    ["/balance", "phone", "/balance"],
    ["/sign-in", "phone", "/sign-in"],
    ["/privacy", "phone", "/privacy"],
    ["/check", "phone", "/check"],
    ["/receipt/{game}", "phone", `/receipt/${game}`],
    ["/host", "laptop", "/host"],
    ["/host/{game}", "laptop", `/host/${game}`],
    ["/studio", "laptop", "/studio"],
    ["/studio/keys", "laptop", "/studio/keys"],
    ["/studio/guests", "laptop", "/studio/guests"],
    ["/studio/accounts", "laptop", "/studio/accounts"],
    ["/studio/activity", "laptop", "/studio/activity"],
    ["/studio/sign-in", "laptop", "/studio/sign-in"],
    ["/studio/{quiz}", "laptop", `/studio/${quiz}`],
    ["/screen/{pin}", "laptop", `/screen/${pin}`],
    ["/booth", "laptop", "/booth"],
    ["/results", "laptop", "/results"],
    ["/results/{game}", "laptop", `/results/${game}`],
  ];
}

/** What is no page of the front end, but looks like one. */
export const BESIDE: Place[] = [
  ["the API", "laptop", "/api/docs"],
  ["nowhere", "phone", "/no/such/page"],
];
