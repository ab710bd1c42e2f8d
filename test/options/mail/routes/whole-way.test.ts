/** A guest's whole way by mail alone, and the host's inbox beside it (docs/rules.md, 25). */
import { expect, it } from 'vitest';
import { openSharedApp, sweepsOf } from '../../../helpers/app.ts';
import type { Json } from '../../../helpers/bookings.ts';
import { buildMember } from '../../../helpers/pages.ts';
import { openSite, type Site } from '../../../helpers/site.ts';

const world = await openSharedApp({ publicUrl: 'https://stay.example' });
const BOOKED = '2031-05-05T10:00:00Z';

/** A team that books at once, asks for a deposit, and keeps a third from 30 days before on. */
async function openHouse(): Promise<Site & { host: string }> {
  world.clock.set('2031-05-01T10:00:00Z');
  const site = await openSite(world, {
    team: {
      siteBookings: 'instant',
      siteCancellation: 'by_terms',
      depositPpm: 300_000,
      balanceDueDays: 7,
      cancellationPolicy: {
        name: 'Moderate',
        graceHours: 0,
        graceDaysBefore: 0,
        tiers: [{ daysBefore: 1, refundPpm: 250_000 }],
      },
    },
    units: ['A', 'B'],
  });
  const { email: host } = await buildMember(world, { teamId: site.teamId });
  await site.data(
    site.send('PUT', '/team', {
      payment_instructions: 'IBAN PT50 0002',
      payment_link: 'https://pay.example/{confirmation_code}?amount={amount}',
    }),
  );
  await site.data(
    site.send('PUT', `/listings/${site.listing.id}`, { arrival_instructions: 'The code is 4711.' }),
  );
  const kinds = [
    'booking_confirmed',
    'booking_cancelled',
    'payment_due',
    'payment_received',
    'before_arrival',
  ];
  const rules = kinds.map((kind) => ({ kind, active: true, sources: null }));
  await site.data(site.send('PUT', '/mail-rules', { rules }));
  return { ...site, host };
}

async function at(moment: string) {
  world.clock.set(moment);
  const [writeScheduled] = sweepsOf(world, 'mail');
  await writeScheduled?.(new AbortController().signal);
}

/** What came to one reader, oldest first. */
async function inboxOf(site: Site, email: string): Promise<Json[]> {
  const mails: Json[] = await site.read('/mails?per_page=100');
  return mails.filter(({ to }) => to.email === email).reverse();
}
const kindsOf = async (site: Site, email: string) => (await inboxOf(site, email)).map(({ kind }) => kind);
async function lastText(site: Site, email: string): Promise<string> {
  const mail = (await inboxOf(site, email)).at(-1);
  return (await site.read(`/mails/${mail.id}`)).text;
}
const BEA = 'bea@example.com';

it('a guest who books at once hears by mail what to pay and how, when, how to arrive, and what a cancellation costs', async () => {
  const site = await openHouse();
  world.clock.set(BOOKED);
  const stay = { check_in: '2031-05-25', check_out: '2031-05-29' };
  const { confirmation_code: code, key } = await site.requested(stay);
  const confirmed = await lastText(site, BEA);
  expect(confirmed).toContain('- €120.00, due on Monday, 5 May 2031\n- €280.00, due on Sunday, 18 May 2031');
  expect(confirmed).toContain(`IBAN PT50 0002\n\nPay online\nhttps://pay.example/${code}?amount=120.00`);
  expect(confirmed).not.toContain('4711');
  // Planned too late for its hour, the deposit is asked for at the next one.
  await at('2031-05-06T10:00:00Z');
  expect(await lastText(site, BEA)).toContain('€120.00 for your stay is due now, as of Monday, 5 May 2031.');
  const [{ id }] = await site.read('/bookings');
  await site.data(site.send('POST', `/bookings/${id}/payments`, { amount: 12_000 }), 201);
  await at('2031-05-15T10:00:00Z');
  const reminded = await lastText(site, BEA);
  expect(reminded).toContain('€280.00 for your stay is due on Sunday, 18 May 2031.');
  expect(reminded).toContain(`https://pay.example/${code}?amount=280.00`);
  await at('2031-05-22T10:00:00Z');
  expect(await lastText(site, BEA)).toContain('The code is 4711.');
  expect((await site.withdraw(code, key)).status).toBe(200);
  const cancelled = await lastText(site, BEA);
  expect(cancelled).toContain('The cancellation costs €300.00.');
  expect(cancelled).toMatch(/To pay\n\n- €180\.00, due on Thursday, 22 May 2031\n\nIBAN PT50 0002/);
  expect(await kindsOf(site, BEA)).toEqual([
    'booking_confirmed',
    'payment_due',
    'payment_received',
    'payment_due',
    'before_arrival',
    'booking_cancelled',
  ]);
  expect(await kindsOf(site, site.host)).toEqual(['booking_arrived', 'cancelled_by_guest']);
});

it.each([
  ['20 days', '2031-05-25', '2031-05-22T10:00:00Z', BOOKED],
  ['2 days', '2031-05-25', '2031-05-23T12:00:00Z', '2031-05-23T12:00:00Z'],
  ['2 hours', '2031-05-25', '2031-05-25T12:00:00Z', '2031-05-25T12:00:00Z'],
])(
  'a guest who books %s before check-in hears in time how to arrive',
  async (_before, checkIn, told, booked) => {
    const site = await openHouse();
    world.clock.set(booked);
    await site.requested({ check_in: checkIn, check_out: '2031-05-29' });
    await at(told);
    const [mail] = (await inboxOf(site, BEA)).filter(({ kind }) => kind === 'before_arrival');
    expect((await site.read(`/mails/${mail.id}`)).text).toContain('The code is 4711.');
  },
);
