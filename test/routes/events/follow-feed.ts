import { expect } from 'vitest';
import type { Client, Json } from '../../helpers/bookings.ts';

/** Follows the feed to its end, a few events at a time, as a reader that polls does. */
export async function followFeed(
  { send }: Client,
  { types = '', limit = 3, after = 0 } = {},
): Promise<Json[]> {
  const seen: Json[] = [];
  let next = after;
  for (let more = true; more; ) {
    const filter = types && `&types=${types}`;
    const { status, body } = await send('GET', `/events?after=${next}&limit=${limit}${filter}`);
    expect(status).toBe(200);
    expect(body.meta.next).toBe(body.data.at(-1)?.position ?? next);
    seen.push(...body.data);
    next = body.meta.next;
    more = body.meta.has_more;
  }
  return seen;
}
