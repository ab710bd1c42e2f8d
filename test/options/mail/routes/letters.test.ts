/** What our own texts tell guests of the place, of paying and of the arrival (docs/rules.md, 25.18 and 25.19). */
import { describe, expect, it } from 'vitest';
import { openSharedApp, sweepsOf } from '../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import { buildListing, buildPhoto, buildUnit } from '../../../helpers/factories.ts';

const world = await openSharedApp({ publicUrl: 'https://stay.example' });
const BEA = { name: 'Bea Lind', email: 'bea@example.com' };
const NOW = '2031-05-05T10:00:00Z';
const STAY = { check_in: '2031-06-01', check_out: '2031-06-05' };
const KINDS = ['booking_requested', 'booking_confirmed', 'booking_changed', 'booking_cancelled'];

/** A team of which every guest hears, with a deposit of 30 percent and a link for payments. */
async function openHouse(team: object = {}) {
  world.clock.set(NOW);
  const terms = { depositPpm: 300_000, balanceDueDays: 14, siteBookings: 'request' as const };
  const inn = await openInn(world, { team: { ...terms, ...team }, units: ['A', 'B', 'C'] });
  await inn.data(
    inn.send('PUT', '/team', {
      contact: { phone: '+351 210 000 000' },
      payment_instructions: 'IBAN PT50 0002\nwith your code',
      payment_link: 'https://pay.example/{confirmation_code}?amount={amount}',
    }),
  );
  const rules = KINDS.map((kind) => ({ kind, active: true, sources: null }));
  await inn.data(inn.send('PUT', '/mail-rules', { rules }));
  return inn;
}

async function lastMail(inn: Inn, kind: string): Promise<Json> {
  const [mail] = await inn.read(`/mails?kind=${kind}`);
  return inn.read(`/mails/${mail.id}`);
}

describe('a confirmation', () => {
  it('a confirmation tells the plan, how to pay and whom to call', async () => {
    const inn = await openHouse();
    const booking = await inn.book({ guest: BEA, ...STAY });
    const { text, html } = await lastMail(inn, 'booking_confirmed');
    expect(text).toContain('Still due: €400.00');
    expect(text).toContain(
      `To pay

- €120.00, due on Monday, 5 May 2031
- €280.00, due on Sunday, 18 May 2031

IBAN PT50 0002
with your code

Pay online
https://pay.example/${booking.confirmation_code}?amount=120.00

`,
    );
    expect(text).toContain('+351 210 000 000');
    expect(html).toContain(
      `<a href="https://pay.example/${booking.confirmation_code}?amount=120.00">Pay online</a>`,
    );
    expect(html).toContain(
      '<h2><em>Arrival, from 15:00:</em> Sun 1 June 2031</h2>\n<h2><em>Departure, until 11:00:</em> Thu 5 June 2031</h2>',
    );
    // The link to the guest's own page is the only button.
    expect(html.match(/<p class="button"><a href="[^"]*">[^<]*/g)).toEqual([
      `<p class="button"><a href="https://stay.example/site/${(await inn.read('/team')).slug}?booking=${booking.confirmation_code}">See your booking`,
    ]);
  });

  it('a confirmation asks for the deposit too', async () => {
    const inn = await openHouse();
    await inn.data(
      inn.send('PUT', `/listings/${inn.listing.id}`, {
        address: { street: 'Rua do Mar 1', postcode: '1100-001', city: 'Lisbon', country: 'PT' },
      }),
    );
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}/rates`, { security_deposit: 20_000 }));
    const stay = { check_in: '2031-05-10', check_out: '2031-05-14' };
    const booking = await inn.book({ guest: BEA, ...stay });
    const { text } = await lastMail(inn, 'booking_confirmed');
    expect(text).toContain(`To pay

- €120.00, due on Monday, 5 May 2031
- €280.00, due on Monday, 5 May 2031

A security deposit of €200.00 is to be paid as well. You get it back after your stay.

IBAN`);
    expect(text).toContain(`https://pay.example/${booking.confirmation_code}?amount=120.00\n`);
    expect(text).toContain('Rua do Mar 1, 1100-001 Lisbon, Portugal');
    const body = '{{ booking.security_deposit | money }}';
    const preview = { booking_id: booking.id, subject: 'x', body };
    const previewOf = async () =>
      (await inn.data(inn.send('POST', '/mail-texts/booking_confirmed/de/preview', preview))).text;
    expect(await previewOf()).toBe('200,00\u00a0€');
    await inn.data(inn.send('PUT', `/bookings/${booking.id}/security-deposit`, { status: 'held' }));
    expect(await previewOf()).toBe('');
  });

  it('a confirmation says nothing of paying if nothing is owed', async () => {
    const inn = await openHouse();
    const { id } = await inn.book({ guest: BEA, ...STAY });
    await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 40_000 }), 201);
    await inn.data(inn.change(id, { number_of_guests: 1 }));
    const { text } = await lastMail(inn, 'booking_changed');
    expect(text).not.toMatch(/To pay|Still due|IBAN|Pay online/);
  });

  it('a confirmation has the name of the house and the picture of the place', async () => {
    const inn = await openHouse();
    const listingId = inn.listing.id;
    await buildPhoto(world, { teamId: inn.teamId, listingId, originalUrl: 'https://pics.example/1.jpg' });
    await buildPhoto(world, {
      teamId: inn.teamId,
      listingId,
      isFeatured: true,
      originalUrl: null,
      mediumUrl: '/media/inn/0123456789abcdef0123456789abcdef.webp',
    });
    await inn.book({ guest: BEA, ...STAY });
    const { html } = await lastMail(inn, 'booking_confirmed');
    expect(html).toContain(`<p class="house">${(await inn.read('/team')).name}</p>`);
    expect(html.match(/<img [^>]*>/g)).toEqual([
      `<img class="picture" src="https://stay.example/media/inn/0123456789abcdef0123456789abcdef.webp" alt="${inn.listing.publicTitle}" width="560">`,
    ]);
  });

  it('a confirmation names a kind of room with its house, and shows the house’s picture', async () => {
    const inn = await openHouse();
    const { teamId } = inn;
    const house = await buildListing(world, { teamId, kind: 'building', publicTitle: 'Haus Nord' });
    await buildPhoto(world, { teamId, listingId: house.id, mediumUrl: 'https://pics.example/house.jpg' });
    const room = await buildListing(world, {
      teamId,
      kind: 'unit_type',
      buildingId: house.id,
      publicTitle: 'Double room',
    });
    await buildUnit(world, { teamId, listingId: room.id });
    await inn.book({ guest: BEA, ...STAY, listing_id: room.id });
    const { subject, text, html } = await lastMail(inn, 'booking_confirmed');
    expect(subject).toBe('Your booking at Double room, in Haus Nord is confirmed');
    expect(text).toContain('\nDouble room, in Haus Nord\n');
    expect(html).toContain('src="https://pics.example/house.jpg" alt="Double room, in Haus Nord"');
  });
});

describe('a request', () => {
  it('a request owes nothing, and its end names the zone of the place', async () => {
    const inn = await openHouse();
    await inn.book({ guest: BEA, ...STAY, status: 'pending', expires_in: 60 });
    const { text } = await lastMail(inn, 'booking_requested');
    expect(text).toContain('until Monday, 5 May 2031, 12:00 (Lisbon time).');
    expect(text).not.toMatch(/Still due|To pay|IBAN|Pay online/);
    const body =
      '{{ booking.balance_due }}|{{ booking.payment_link }}|{% for payment in booking.payments %}x{% endfor %}';
    const [{ id }] = await inn.read('/bookings');
    const preview = inn.send('POST', '/mail-texts/booking_requested/en/preview', { booking_id: id, body });
    expect((await inn.data(preview)).text).toBe('0||');
  });
});

describe('a cancellation', () => {
  it.each([
    [0, 'The cancellation costs nothing.', 'You get €120.00 back.'],
    [10_000, 'The cancellation costs €100.00.', 'You get €20.00 back.'],
  ])('a cancellation with a fee of %i tells the fee and what is given back', async (fee, costs, back) => {
    const inn = await openHouse();
    const { id } = await inn.book({ guest: BEA, ...STAY });
    await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 12_000 }), 201);
    await inn.data(inn.send('POST', `/bookings/${id}/cancel`, { fee }));
    const { text } = await lastMail(inn, 'booking_cancelled');
    expect(text).toContain(`Your booking is cancelled.\n\n${costs}\n${back}\n`);
    expect(text).not.toContain('To pay');
  });

  it('a cancellation of a request says nothing of money', async () => {
    const inn = await openHouse();
    const { id } = await inn.book({ guest: BEA, ...STAY, status: 'pending' });
    await inn.cancel(id);
    const { text } = await lastMail(inn, 'booking_cancelled');
    expect(text).toContain('we cannot take your request');
    expect(text).not.toMatch(/costs|back|To pay|€/);
  });
});

describe('the arrival', () => {
  const ARRIVAL = 'The key box\nhas the code 4711';
  const preview = async (inn: Inn, kind: string, booking_id: string) =>
    (
      await inn.data(
        inn.send('POST', `/mail-texts/${kind}/en/preview`, { booking_id, body: '[{{ listing.arrival }}]' }),
      )
    ).text;

  it('the arrival is told shortly before check-in, and in the message before it whatever the days', async () => {
    const inn = await openHouse();
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { arrival_instructions: ARRIVAL }));
    const { id } = await inn.book({ guest: BEA, ...STAY });
    expect((await lastMail(inn, 'booking_confirmed')).text).not.toContain('4711');
    expect(await preview(inn, 'booking_confirmed', id)).toBe('[]');
    expect(await preview(inn, 'before_arrival', id)).toBe(`[${ARRIVAL}]`);
    world.clock.set('2031-05-29T00:00:00Z');
    expect(await preview(inn, 'booking_confirmed', id)).toBe(`[${ARRIVAL}]`);
    world.clock.set(NOW);
    await inn.data(inn.send('PUT', '/team', { arrival_days_before: 60 }));
    await inn.book({ guest: BEA, ...STAY });
    expect((await lastMail(inn, 'booking_confirmed')).text).toContain(`Your arrival\n\n${ARRIVAL}\n`);
  });

  it('the arrival is in the message before it also if guests see it later on their page', async () => {
    const inn = await openHouse();
    await inn.data(inn.send('PUT', '/team', { arrival_days_before: 0 }));
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { arrival_instructions: ARRIVAL }));
    const rules = [{ kind: 'before_arrival', active: true, sources: null, days: 5 }];
    await inn.data(inn.send('PUT', '/mail-rules', { rules }));
    await inn.book({ guest: BEA, ...STAY });
    world.clock.set('2031-05-27T10:00:00Z');
    const [writeScheduled] = sweepsOf(world, 'mail');
    await writeScheduled?.(new AbortController().signal);
    const { text } = await lastMail(inn, 'before_arrival');
    expect(text).toContain(`Your arrival\n\n${ARRIVAL}\n`);
    world.clock.set(NOW);
  });
});

describe('a text of a team', () => {
  it('a text of a team uses the new values, and loops over payments', async () => {
    const inn = await openHouse();
    const { id, confirmation_code } = await inn.book({ guest: BEA, ...STAY });
    const body = `{{ team.payment_instructions }}
{% for part in booking.payments %}{{ part.amount | money }} on {{ part.due_on | date: "%d.%m." }};{% endfor %}
{{ booking.cancellation_fee | default: "none" }} {{ booking.refund_due | money }} {{ listing.building | default: "alone" }}

[Pay]({{ booking.payment_link }}) or {{ booking.payment_link }}`;
    const preview = inn.send('POST', '/mail-texts/booking_confirmed/en/preview', { booking_id: id, body });
    const link = `https://pay.example/${confirmation_code}?amount=120.00`;
    expect((await inn.data(preview)).text).toBe(
      `IBAN PT50 0002\nwith your code\n€120.00 on 05.05.;€280.00 on 18.05.;\nnone €0.00 alone\n\nPay or ${link}\n${link}`,
    );
  });

  it.each([
    ['[Pay]({{ booking.payment_link }}&more)', 'address'],
    ['[Pay]({{ team.payment_instructions }})', 'team.payment_instructions'],
    ['{{ booking.payments }}', 'booking.payments'],
    ['{% for payment in booking.payments %}{{ payment.status }}{% endfor %}', 'payment.status'],
    ['{% for line in booking.lines %}{{ line.due_on }}{% endfor %}', 'line.due_on'],
    ['{{ listing.picture }}', 'listing.picture'],
    ['{{ listing.arrival_instructions }}', 'listing.arrival_instructions'],
  ])('a text of a team with %j is refused at its body', async (body, named) => {
    const inn = await openHouse();
    const answer = await inn.send('PUT', '/mail-texts/booking_confirmed/en', { body });
    expect(Object.keys(answer.body.errors)).toEqual(['body']);
    expect(answer.body.message).toContain(named);
  });
});

it('messages to guests can contain the team’s contact', async () => {
  const inn = await openInn(world);
  const contact = { email: 'Ana@harbour.example', phone: '+351 1', website: 'https://harbour.example/?a=b' };
  await inn.data(inn.send('PUT', '/team', { contact, mail_reply_to: 'replies@harbour.example' }));
  const { id } = await inn.book({});
  const body = '{{ team.email }} / {{ team.phone }} / {{ team.website }}';
  const preview = () =>
    inn.data(
      inn.send('POST', '/mail-texts/booking_confirmed/en/preview', { booking_id: id, subject: 'Hi', body }),
    );
  expect((await preview()).text).toContain('Ana@harbour.example / +351 1 / https://harbour.example/?a=b');
  await inn.data(inn.send('PUT', '/team', { contact: null }));
  expect((await preview()).text).toContain('replies@harbour.example /');
});
