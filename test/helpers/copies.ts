/** A copy of what a team has, kept as docs/copies.md says. */
import { expect } from 'vitest';
import type { CopiedKind } from '../../src/domain/copy-position.ts';
import type { Json } from './bookings.ts';

type Send = (method: 'GET', path: string) => Promise<{ status: number; body: Json }>;
type Options = { limit?: number; from?: Json };

/** Keeps a copy of one kind of things. `from` is the first answer, if it was asked for already. */
export function keepCopy(send: Send, kind: CopiedKind, { limit = 100, from }: Options) {
  const things = new Map<string, Json>();
  const told: string[] = [];
  let walked: Set<string> | null = null;
  const copy = {
    things,
    told,
    next: '',
    restarts: 0,
    answers: 0,
    /** Takes what one answer tells. Returns whether there is more. */
    take({ data, deleted, meta }: Json): boolean {
      copy.answers += 1;
      if (meta.restarted) {
        copy.restarts += 1;
        walked = new Set();
      }
      for (const thing of data) {
        things.set(thing.id, thing);
        walked?.add(thing.id);
        told.push(thing.id);
      }
      for (const id of deleted) things.delete(id);
      copy.next = meta.next;
      if (!meta.has_more && walked) {
        for (const id of things.keys()) if (!walked.has(id)) things.delete(id);
        walked = null;
      }
      return meta.has_more;
    },
    /** Asks until there is nothing more. */
    async follow() {
      for (let more = true; more; ) {
        const { status, body } = await send('GET', `/${kind}?changed_after=${copy.next}&limit=${limit}`);
        if (status === 503 || status === 429) continue;
        expect([status, body]).toEqual([200, body]);
        more = copy.take(body);
      }
    },
    /** Compares the copy with the list, thing by thing. Returns how many things there are. */
    async expectEqual() {
      const listed: Json[] = [];
      for (let page = 1; ; page += 1) {
        const embed = kind === 'bookings' ? '&embed=' : '';
        const { body } = await send('GET', `/${kind}?per_page=100&page=${page}${embed}`);
        listed.push(...body.data);
        if (page >= body.meta.last_page) break;
      }
      const sort = (all: Json[]) => all.map(plainOf).sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(sort([...things.values()])).toEqual(sort(listed));
      return listed.length;
    },
  };
  if (from) copy.take(from);
  return copy;
}

/** A booking without the name of its unit, which is kept by the copy of the units. */
const plainOf = (thing: Json): Json => (thing.unit ? { ...thing, unit: thing.unit.id } : thing);
