/** A copy of bookings that follows `updated_since`, as the reference of version 2 told it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../helpers/bookings.ts';
import type { StormClient } from './storm.ts';

/** How far the service looks back by itself, which version 2 did not. */
const LOOKS_BACK_MS = 15_000;

/** Follows the bookings until all is written: asks for what changed at the newest `updated_at` that it has, or later. */
export async function followMoments(send: StormClient['send'], isWritten: () => boolean) {
  const copy = new Map<string, Json>();
  let newest = '2000-01-01T00:00:00+00:00';
  const look = async () => {
    const since = new Date(Date.parse(newest) + LOOKS_BACK_MS).toISOString();
    for (let page = 1; ; page += 1) {
      const query = `updated_since=${since}&sort=updated_at&per_page=100&page=${page}`;
      const { status, body } = await send('GET', `/bookings?${query}`);
      if (status !== 200) return;
      for (const booking of body.data) {
        copy.set(booking.id, booking);
        if (booking.updated_at > newest) newest = booking.updated_at;
      }
      if (page >= body.meta.last_page) return;
    }
  };
  while (!isWritten()) {
    await look();
    await sleep(50);
  }
  await look();
  return {
    /** How many bookings are not in the copy, or otherwise than the list shows them. */
    async countMissed(): Promise<number> {
      let missed = 0;
      for (let page = 1; ; page += 1) {
        const { body } = await send('GET', `/bookings?per_page=100&page=${page}`);
        for (const booking of body.data)
          if (JSON.stringify(copy.get(booking.id)) !== JSON.stringify(booking)) missed += 1;
        if (page >= body.meta.last_page) return missed;
      }
    },
  };
}
