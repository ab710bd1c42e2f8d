/** What must be decided has a line of its own on the page of the day (docs/rules.md, 21.20). */
import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storeFolioChanges } from '../../../../src/db/queries/bookings/folio.ts';
import { buildEmptyRow } from '../../../../src/db/queries/statements.ts';
import { payments, securityDeposits } from '../../../../src/db/schema/folio.ts';
import { listings } from '../../../../src/db/schema/listings.ts';
import { mails } from '../../../../src/options/mail/db/schema/outbox.ts';
import { mailSuppressions } from '../../../../src/options/mail/db/schema/settings.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import {
  buildBooking,
  buildGuest,
  buildListing,
  buildSeason,
  buildUnit,
} from '../../../helpers/factories.ts';
import { openTeamPages } from '../../../helpers/pages.ts';
import { buildCalendarFeed } from '../../calendars/feed-row.ts';

/** The app's clock is at 10:00 UTC on 5 May 2031. */
const world = await openSharedApp();

async function openDesk() {
  const pages = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: pages.team.id, publicTitle: 'The Mill' });
  const keys = { teamId: pages.team.id, listingId: listing.id };
  return {
    ...pages,
    teamId: pages.team.id,
    listing,
    async book(name: string, overrides: Parameters<typeof buildBooking>[1] = {}) {
      const guest = await buildGuest(world, { teamId: keys.teamId, name });
      return { guest, booking: await buildBooking(world, { ...keys, guestId: guest.id, ...overrides }) };
    },
    /** The lines that say what must be decided, each with its text and the addresses in it. */
    async lines() {
      const { body } = await pages.visitor.get(pages.today);
      const section = /<section[^>]*aria-labelledby="to-decide">([\s\S]*?)<\/section>/.exec(body)?.[1] ?? '';
      return [...section.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, line = '']) => ({
        text: line.replaceAll(/<[^>]*>/g, ''),
        links: [...line.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replace(pages.base, '')),
      }));
    },
  };
}

const pay = (teamId: number, bookingId: string, amountCents: number, refundedCents = 0) =>
  world.db.transaction((tx) =>
    storeFolioChanges(tx, {
      payments: [
        {
          ...buildEmptyRow(payments),
          ...{ teamId, id: randomUUIDv7(), bookingId, amountCents, refundedCents, refunds: [], position: 0 },
          ...{ status: 'paid', dueOn: '2031-05-01', paidAt: new Date('2031-05-01T00:00:00Z') },
        },
      ],
    }),
  );

test('what is to be given back has a line for each booking, by the same rule as its page', async () => {
  const desk = await openDesk();
  const owed = await desk.book('Bea', { status: 'cancelled', cancellationFeeCents: 15_000 });
  await pay(desk.teamId, owed.booking.id, 45_000, 10_000);
  const overpaid = await desk.book('Cem', {
    status: 'completed',
    checkIn: '2031-05-01',
    checkOut: '2031-05-04',
    updatedAt: new Date('2031-05-04T00:00:00Z'),
  });
  await pay(desk.teamId, overpaid.booking.id, 46_000);
  const settled = await desk.book('Dora', { status: 'cancelled', cancellationFeeCents: 15_000 });
  await pay(desk.teamId, settled.booking.id, 15_000);
  const undecided = await desk.book('Eli', { status: 'cancelled' });
  await pay(desk.teamId, undecided.booking.id, 45_000);
  const paid = await desk.book('Fay');
  await pay(desk.teamId, paid.booking.id, 45_000);
  const lines = await desk.lines();
  expect(lines.map(({ text }) => text).sort()).toEqual([
    `Bea, ${owed.booking.confirmationCode}, is to get €200.00 back: the booking is cancelled. Pay it back, then record it.`,
    `Cem, ${overpaid.booking.confirmationCode}, is to get €10.00 back: more was paid than the stay costs. Pay it back, then record it.`,
  ]);
  expect(lines.flatMap(({ links }) => links).sort()).toEqual(
    [owed, overpaid].map(({ booking }) => `/bookings/${booking.id}#folio`).sort(),
  );
});

test('a deposit that is held after the stay has a line until it is returned or kept', async () => {
  const desk = await openDesk();
  const over = { checkIn: '2031-05-01', checkOut: '2031-05-04', status: 'completed' as const };
  const left = await desk.book('Bea', over);
  const stays = await desk.book('Cem', { checkIn: '2031-05-04', checkOut: '2031-05-09' });
  const given = await desk.book('Dora', over);
  await world.db.insert(securityDeposits).values(
    [
      { bookingId: left.booking.id, status: 'held' as const },
      { bookingId: stays.booking.id, status: 'held' as const },
      { bookingId: given.booking.id, status: 'returned' as const },
    ].map((row) => ({ teamId: desk.teamId, id: randomUUIDv7(), amountCents: 20_000, ...row })),
  );
  expect(await desk.lines()).toEqual([
    {
      text: `The deposit of Bea, ${left.booking.confirmationCode}, who left on Sun 4 May, is still held: €200.00. Return or keep it.`,
      links: [`/bookings/${left.booking.id}#folio`],
    },
  ]);
});

test('a message that failed has a line until its kind is sent again, its guest is blocked or the stay is over', async () => {
  const desk = await openDesk();
  const write = (
    { guest, booking }: Awaited<ReturnType<typeof desk.book>>,
    overrides: Partial<typeof mails.$inferInsert> = {},
  ) => {
    const id = randomUUIDv7();
    const row = {
      ...{ teamId: desk.teamId, id, kind: 'booking_confirmed' as const, language: 'en' as const },
      ...{ status: 'failed' as const, toName: guest.name, toEmail: guest.email ?? '', attempts: 8 },
      ...{ bookingId: booking.id, guestId: guest.id, messageId: `<${id}@stay.example>` },
      ...{ createdAt: new Date('2031-05-01T00:00:00Z'), ...overrides },
    };
    return world.db
      .insert(mails)
      .values(row)
      .then(() => id);
  };
  const failed = await write(await desk.book('Bea'));
  const again = await desk.book('Cem');
  await write(again);
  await write(again, { status: 'sent', createdAt: new Date('2031-05-02T00:00:00Z') });
  await write(await desk.book('Dora', { checkIn: '2031-05-01', checkOut: '2031-05-03' }));
  await write(await desk.book('Eli'), { kind: 'booking_arrived' });
  const blocked = await desk.book('Fay');
  await write(blocked);
  const { email, emailKey } = blocked.guest;
  await world.db.insert(mailSuppressions).values({
    ...{ teamId: desk.teamId, id: randomUUIDv7(), email: email ?? '', emailKey: emailKey ?? '' },
    createdAt: new Date('2031-05-01T00:00:00Z'),
  });
  const lines = await desk.lines();
  expect(lines.map(({ links }) => links)).toEqual([
    [`/messages/${failed}`],
    [`/bookings/${blocked.booking.id}`, '/messages/suppressions'],
  ]);
  expect(lines[0]?.text).toMatch(/^The message Booking confirmed to Bea, CODE\d+, could not be sent\./);
  expect(lines[1]?.text).toBe(
    `Fay, who arrives on Mon 2 Jun, gets no messages: ${email} is among the blocked addresses.`,
  );
});

test('an active place whose rules contradict each other has a line, and one whose season is over has none', async () => {
  const desk = await openDesk();
  const change = (values: Partial<typeof listings.$inferInsert>) =>
    world.db.update(listings).set(values).where(eq(listings.id, desk.listing.id));
  const keys = { teamId: desk.teamId, listingId: desk.listing.id };
  await change({ minStay: 2, maxStay: 7 });
  const season = { ...keys, name: 'Long', minStay: 10 };
  await buildSeason(world, { ...season, startDate: '2031-04-01', endDate: '2031-05-04' });
  expect(await desk.lines()).toEqual([]);
  await buildSeason(world, { ...season, startDate: '2031-07-01', endDate: '2031-07-31' });
  const line = {
    text: 'The rules of The Mill contradict each other, so that no stay can begin on some days.',
    links: [`/prices/${desk.listing.id}`],
  };
  expect(await desk.lines()).toEqual([line]);
  await change({ maxStay: null });
  expect(await desk.lines()).toEqual([]);
  for (const crossed of [
    { minStay: 8, maxStay: 7 },
    { minStay: 8, maxStay: null, bookingWindowDays: 7 },
    { minStay: 1, maxStay: null, bookingWindowDays: 30, advanceNoticeDays: 31 },
  ]) {
    await change(crossed);
    expect(await desk.lines()).toEqual([line]);
  }
  await change({ status: 'inactive' });
  expect(await desk.lines()).toEqual([]);
});

test('the page names twenty of a kind, and says how many more there are', async () => {
  const desk = await openDesk();
  const unit = await buildUnit(world, { teamId: desk.teamId, listingId: desk.listing.id });
  for (let index = 0; index < 23; index += 1)
    await buildCalendarFeed(world, { teamId: desk.teamId, unitId: unit.id, status: 'failing' });
  const lines = await desk.lines();
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toEqual({ text: 'And 3 more like this', links: ['/calendar-feeds'] });
});
