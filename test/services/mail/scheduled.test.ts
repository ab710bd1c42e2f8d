/** Many messages that a date brings about are written by few statements (docs/rules.md, 25.8). */
import { expect, it } from 'vitest';
import { writeScheduledMails } from '../../../src/services/mail/scheduled.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { openInn, times } from '../../helpers/bookings.ts';
import { buildBooking, buildGuest } from '../../helpers/factories.ts';

const world = await openSharedApp({ poolMax: 4 });
const RULE = { kind: 'before_arrival', active: true, days: 3, hour: 10 };
const MAILS = 120;

it('each booking gets its own message once, and a hundred take as many statements as one', async () => {
  world.clock.set('2031-05-01T00:00:00Z');
  const inns = [await openInn(world), await openInn(world)];
  for (const { teamId, listing, send, data } of inns) {
    await data(send('PUT', '/mail-rules', { rules: [RULE] }));
    for (const n of times(MAILS, (index) => index)) {
      const guest = await buildGuest(world, { teamId, email: `guest-${n}@example.com` });
      const stay = { checkIn: '2031-05-08', checkOut: '2031-05-09', status: 'confirmed' } as const;
      await buildBooking(world, { teamId, listingId: listing.id, unitId: null, guestId: guest.id, ...stay });
    }
  }
  const sweep = () => writeScheduledMails(world.services, new AbortController().signal);
  world.clock.set('2031-05-05T10:00:30Z');
  const { statements } = await world.statements.during(sweep);
  expect(statements.length).toBeLessThan(70);
  await sweep();
  for (const inn of inns) {
    const { rows } = await world.db.execute<{ count: string; readers: string }>(
      `select count(*), count(distinct to_email) as readers from mails where team_id = ${inn.teamId}`,
    );
    expect(rows[0]).toEqual({ count: String(MAILS), readers: String(MAILS) });
  }
});
