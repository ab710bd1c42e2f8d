import { LRUCache } from 'lru-cache';
import type { PersonMailKey } from '../../db/queries/person-mails.ts';

const MAX_RECENT = 1_000;
/** By then the transaction that writes the message has ended. */
const RECENT_MS = 3_000;

/** By the id of the message. */
export type RecentPersonMails = LRUCache<string, PersonMailKey>;

/**
 * Messages that this process has just written. They are found by their account, so they are sent even if the list
 * of all accounts cannot be read because the machine of other accounts is away (docs/rules.md, 25.15).
 */
export const createRecentPersonMails = (): RecentPersonMails =>
  new LRUCache({ max: MAX_RECENT, ttl: RECENT_MS });
