/** What a mail server's final answer (5xx) says about the reader's address (docs/rules.md, 25.17). */

/**
 * A second answer of doubt, an hour later, confirms that the address does not exist. `other` is about
 * something else, such as the sender, a quota or the message.
 */
export type RefusalMeaning = 'no_such_address' | 'doubtful_address' | 'other';

/** RFC 3463: the codes that are about the address alone. */
const MEANING_OF_CODES: Record<string, RefusalMeaning> = {
  '5.1.1': 'no_such_address',
  '5.1.3': 'no_such_address',
  '5.1.6': 'no_such_address',
  '5.1.10': 'no_such_address',
  '5.1.2': 'doubtful_address',
  '5.2.1': 'doubtful_address',
};

/** Words of mail servers without enhanced status codes. */
const NO_SUCH_ADDRESS = /unknown|no such|not found|does not exist|unrouteable|invalid recipient/i;
const STATUSES_ABOUT_ADDRESS = new Set([550, 551, 553]);

export function judgeRefusal({
  status,
  text,
  isToRecipient,
}: {
  /** 500 to 599. */
  status: number;
  /** The whole answer, beginning with the status. */
  text: string;
  /** To RCPT TO, and not to the message. */
  isToRecipient: boolean;
}): RefusalMeaning {
  const [, code] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text) ?? [];
  if (code !== undefined) return MEANING_OF_CODES[code] ?? 'other';
  const isAboutAddress = isToRecipient && STATUSES_ABOUT_ADDRESS.has(status) && NO_SUCH_ADDRESS.test(text);
  return isAboutAddress ? 'doubtful_address' : 'other';
}

const HOUR_MS = 3_600_000;
/** How long answers about a guest's address must have gone on before it gets no more mail. */
const DOUBT_MS = HOUR_MS;
/** The same for a member's address. */
const MEMBER_MS = 7 * 24 * HOUR_MS;

/**
 * Whether the address gets no more mail. `since` is the first of these answers: for a guest of those to the
 * same message, for a member of those since a message last arrived.
 */
export function isAddressBlocked(
  meaning: RefusalMeaning,
  { isMember, since, now }: { isMember: boolean; since: Date; now: Date },
): boolean {
  if (meaning === 'other') return false;
  const ms = now.getTime() - since.getTime();
  if (isMember) return ms >= MEMBER_MS;
  return meaning === 'no_such_address' || ms >= DOUBT_MS;
}
