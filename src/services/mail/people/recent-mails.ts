import type { PersonMailKey } from '../../../db/queries/mail/person-mails.ts';

const MAX_RECENT = 1_000;
/** By then the transaction that writes the message has ended. */
const RECENT_MS = 3_000;

export type RecentPersonMails = ReturnType<typeof createRecentPersonMails>;

/**
 * Messages that this process has just written. They are found by their account, so they are sent even if the list
 * of all accounts cannot be read because the machine of other accounts is away.
 */
export function createRecentPersonMails() {
  const recent = new Map<string, { key: PersonMailKey; until: number }>();
  return {
    note({ account, id }: PersonMailKey): void {
      const [oldest] = recent.keys();
      if (recent.size === MAX_RECENT && oldest !== undefined) recent.delete(oldest);
      recent.set(id, { key: { account, id }, until: performance.now() + RECENT_MS });
    },

    /** Those that no process may have tried yet. */
    list(): PersonMailKey[] {
      for (const [id, { until }] of recent) if (until < performance.now()) recent.delete(id);
      return [...recent.values()].map(({ key }) => key);
    },

    forget: (id: string): boolean => recent.delete(id),
  };
}
