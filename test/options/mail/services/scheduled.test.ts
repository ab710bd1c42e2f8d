/** Many messages that a date brings about are written by few statements (docs/rules.md, 25.8). */
import { expect, it } from 'vitest';
import { writeScheduledMails } from '../../../../src/options/mail/services/scheduled.ts';
import { KEPT_MAIL } from '../../../../src/options/mail/services/settings.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { openInn } from '../../../helpers/bookings.ts';
import { buildBooking, buildGuest } from '../../../helpers/factories.ts';

const world = await openSharedApp({ poolMax: 4 });
const RULE = { kind: 'before_arrival', active: true, days: 3, hour: 10 };
const MAILS = 120;

/** Makes more of a team's one booking, without its nights, each of a guest of its own. */
async function copyStay(teamId: number, count: number) {
  await world.db.execute(`insert into guests select copy.*
    from guests g, generate_series(1, ${count}) n, jsonb_populate_record(g, jsonb_build_object(
      'id', gen_random_uuid(), 'email', n || '@copy.example', 'email_key', n || '@copy.example')) copy
    where g.team_id = ${teamId}`);
  await world.db.execute(`insert into bookings select copy.*
    from bookings b join guests g on g.team_id = b.team_id and g.id <> b.guest_id, jsonb_populate_record(b,
      jsonb_build_object('id', gen_random_uuid(), 'confirmation_code', 'COPY' || g.email, 'guest_id', g.id)) copy
    where b.team_id = ${teamId}`);
}

it('each booking gets its own message once, and a hundred take as many statements as one', async () => {
  world.clock.set('2031-05-01T00:00:00Z');
  const inns = [await openInn(world), await openInn(world)];
  for (const { teamId, listing, send, data } of inns) {
    await data(send('PUT', '/mail-rules', { rules: [RULE] }));
    const { id: guestId } = await buildGuest(world, { teamId });
    const stay = { checkIn: '2031-05-08', checkOut: '2031-05-09', status: 'confirmed' } as const;
    await buildBooking(world, { teamId, listingId: listing.id, guestId, ...stay });
    await copyStay(teamId, MAILS - 1);
  }
  const sweep = () =>
    writeScheduledMails({ ...world.services, mail: KEPT_MAIL }, new AbortController().signal);
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

it('what a date brings about for a blocked address is withdrawn, and no guest beside it is', async () => {
  world.clock.set('2031-05-01T00:00:00Z');
  const inn = await openInn(world);
  await inn.data(inn.send('PUT', '/mail-rules', { rules: [RULE] }));
  await inn.data(inn.send('POST', '/mail-suppressions', { email: 'ABE@example.com' }), 201);
  for (const email of ['abe@example.com', 'bea@example.com']) {
    const { id: guestId } = await buildGuest(world, { teamId: inn.teamId, email });
    const stay = { checkIn: '2031-05-08', checkOut: '2031-05-09', status: 'confirmed' } as const;
    await buildBooking(world, {
      teamId: inn.teamId,
      listingId: inn.listing.id,
      unitId: null,
      guestId,
      ...stay,
    });
  }
  world.clock.set('2031-05-05T10:00:30Z');
  await writeScheduledMails({ ...world.services, mail: KEPT_MAIL }, new AbortController().signal);
  const mails: { to: { email: string }; status: string; error: string | null }[] = await inn.read('/mails');
  expect(mails.map(({ to, status, error }) => [to.email, status, error]).sort()).toEqual([
    ['abe@example.com', 'withdrawn', 'suppressed'],
    ['bea@example.com', 'kept', null],
  ]);
});
