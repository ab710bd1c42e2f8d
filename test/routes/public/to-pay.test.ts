/** What a guest's own page says of paying, of the documents and of the arrival (docs/rules.md, 15.13 and 15.14). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';
import { buildListing, buildUnit } from '../../helpers/factories.ts';
import { openSite, type Site } from '../../helpers/site.ts';

const world = await openSharedApp();
const NOW = '2031-05-05T10:00:00Z';
const STAY = { check_in: '2031-06-01', check_out: '2031-06-05' };
const PAYING = {
  payment_instructions: 'IBAN PT50 0002\nwith your code',
  payment_link: 'https://pay.example/{confirmation_code}?amount={amount}&in={currency}',
};
const NOTHING = { payments: [], payment_instructions: null, payment_link: null };

async function openPaying(team: object = {}) {
  world.clock.set(NOW);
  const terms = { siteBookings: 'instant' as const, depositPpm: 300_000, balanceDueDays: 14 };
  const site = await openSite(world, { team: { ...terms, ...team }, units: ['A', 'B'] });
  await site.data(site.send('PUT', '/team', PAYING));
  return site;
}
const pick = ({ payments, payment_instructions, payment_link }: Json) => ({
  payments,
  payment_instructions,
  payment_link,
});

describe('what is to be paid', () => {
  it('what is to be paid, and how, is told with the key as long as something is owed', async () => {
    const site = await openPaying();
    const { confirmation_code: code, key } = await site.requested(STAY);
    const [{ id }] = await site.read('/bookings');
    const look = async () => pick((await site.look(code, key)).body.data);
    const rest = { amount: 28_000, due_on: '2031-05-18', status: 'scheduled' };
    expect(await look()).toEqual({
      payments: [{ amount: 12_000, due_on: '2031-05-05', status: 'scheduled' }, rest],
      payment_instructions: PAYING.payment_instructions,
      payment_link: `https://pay.example/${code}?amount=120.00&in=EUR`,
    });
    const { payments } = await site.read(`/bookings/${id}/folio`);
    const pay = (index: number, status: string) =>
      site.data(site.send('PUT', `/bookings/${id}/payments/${payments[index].id}`, { status }));
    await pay(0, 'failed');
    expect((await look()).payment_link).toBe(`https://pay.example/${code}?amount=120.00&in=EUR`);
    await pay(0, 'paid');
    expect(await look()).toEqual({
      payments: [{ amount: 12_000, due_on: '2031-05-05', status: 'paid' }, rest],
      payment_instructions: PAYING.payment_instructions,
      payment_link: `https://pay.example/${code}?amount=280.00&in=EUR`,
    });
    await site.data(site.send('PUT', '/team', { payment_instructions: null, payment_link: null }));
    expect(await look()).toMatchObject({
      payments: [{ status: 'paid' }, rest],
      payment_instructions: null,
      payment_link: null,
    });
    await site.data(site.send('PUT', '/team', PAYING));
    await pay(1, 'paid');
    expect(await look()).toEqual(NOTHING);
  });

  it('what is to be paid leaves out cancelled payments', async () => {
    const site = await openPaying();
    const { confirmation_code: code, key } = await site.requested(STAY);
    const [{ id }] = await site.read('/bookings');
    await site.data(site.send('POST', `/bookings/${id}/payments`, { amount: 12_000 }), 201);
    const folio = await site.read(`/bookings/${id}/folio`);
    expect(folio.payments.map(({ status }: Json) => status).sort()).toEqual([
      'cancelled',
      'paid',
      'scheduled',
    ]);
    expect((await site.look(code, key)).body.data.payments).toEqual([
      { amount: 12_000, due_on: '2031-05-05', status: 'paid' },
      { amount: 28_000, due_on: '2031-05-18', status: 'scheduled' },
    ]);
  });

  it('what is to be paid is told neither of a request, nor of a cancelled booking that owes nothing', async () => {
    const site = await openPaying({ siteBookings: 'request' });
    const { confirmation_code: code, key } = await site.requested(STAY);
    const [{ id }] = await site.read('/bookings');
    expect(pick((await site.look(code, key)).body.data)).toEqual(NOTHING);
    await site.data(site.confirm(id));
    expect((await site.look(code, key)).body.data.payments).toHaveLength(2);
    await site.cancel(id);
    expect(pick((await site.look(code, key)).body.data)).toEqual(NOTHING);
  });
});

describe('the documents of a booking', () => {
  const documentsOf = (site: Site, code: string, key: string, id = '') =>
    site.visit('GET', `/bookings/${code}/documents${id && `/${id}`}`, { headers: { 'booking-key': key } });

  it('the documents of a booking are listed and read with its key once they are issued or paid', async () => {
    const site = await openPaying();
    const { confirmation_code: code, key } = await site.requested(STAY);
    const [{ id }] = await site.read('/bookings');
    const [invoice] = (await site.read(`/bookings/${id}/folio`)).invoices;
    expect((await documentsOf(site, code, key)).body).toEqual({ data: [] });
    expect((await documentsOf(site, code, key, invoice.id)).status).toBe(404);
    await site.data(site.send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'paid' }));
    const listed = {
      id: invoice.id,
      kind: 'invoice',
      number: invoice.number,
      amount: 40_000,
      status: 'paid',
      issued_at: '2031-05-05T10:00:00+00:00',
    };
    const { status, body, headers } = await documentsOf(site, code.toLowerCase(), key);
    expect([status, headers['cache-control'], body]).toEqual([200, 'no-store', { data: [listed] }]);
    expect((await documentsOf(site, code, key, invoice.id)).body.data).toMatchObject({
      ...listed,
      title: null,
      corrects: [],
      confirmation_code: code,
      timezone: 'Europe/Lisbon',
      due_on: '2031-05-18',
      seller: { name: expect.any(String), address: null, tax_number: null, footer: null },
      to: { name: 'Bea Lind', address: null },
      place: { title: site.listing.publicTitle, address: null },
      ...STAY,
      number_of_guests: 2,
      currency: 'EUR',
      lines: [{ type: 'accommodation', amount: 40_000 }],
      lines_total: 40_000,
      invoiced_before: [],
      taxes: [],
      paid: 40_000,
      due: 0,
    });
  });

  it('the documents of a booking are a 404 without its key, and with that of another one', async () => {
    const site = await openPaying();
    const { confirmation_code: code } = await site.requested(STAY);
    const other = await site.requested({ ...STAY, guest: { name: 'Ana', email: 'ana@example.com' } });
    const [{ id }] = await site.read(`/bookings?confirmation_code=${code}`);
    const [invoice] = (await site.read(`/bookings/${id}/folio`)).invoices;
    await site.data(site.send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'paid' }));
    for (const key of ['', 'x'.repeat(32), other.key]) {
      expect((await documentsOf(site, code, key)).status).toBe(404);
      expect((await documentsOf(site, code, key, invoice.id)).status).toBe(404);
    }
    expect((await documentsOf(site, other.confirmation_code, other.key, invoice.id)).status).toBe(404);
    expect((await documentsOf(site, other.confirmation_code, other.key, 'x')).status).toBe(404);
  });

  it('the documents of a booking name a kind of room with its house', async () => {
    const site = await openPaying();
    const { teamId } = site;
    const house = await buildListing(world, { teamId, kind: 'building', publicTitle: 'Haus Nord' });
    const room = await buildListing(world, {
      teamId,
      kind: 'unit_type',
      buildingId: house.id,
      publicTitle: 'Double room',
    });
    await buildUnit(world, { teamId, listingId: room.id });
    const { confirmation_code: code, key } = await site.requested({ ...STAY, listing: room.slug });
    const [{ id }] = await site.read('/bookings');
    const [invoice] = (await site.read(`/bookings/${id}/folio`)).invoices;
    await site.data(site.send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'paid' }));
    const read = async () => (await documentsOf(site, code, key, invoice.id)).body.data.place.title;
    expect(await read()).toBe('Double room, in Haus Nord');
    // As it was at the time of issue.
    await site.data(site.send('PUT', `/listings/${house.id}`, { public_title: 'Haus Süd' }));
    expect(await read()).toBe('Double room, in Haus Nord');
  });
});

describe('what a guest needs to arrive', () => {
  const arrivalOf = async (site: Site, code: string, key: string) =>
    (await site.look(code, key)).body.data.arrival_instructions;

  it('what a guest needs to arrive is told some days before check-in and until check-out', async () => {
    const site = await openPaying();
    const arrival_instructions = 'The key box\nhas the code 4711';
    await site.data(site.send('PUT', `/listings/${site.listing.id}`, { arrival_instructions }));
    const { confirmation_code: code, key } = await site.requested(STAY);
    const at = (moment: string) => {
      world.clock.set(moment);
      return arrivalOf(site, code, key);
    };
    // Lisbon is an hour ahead of UTC.
    expect(await at('2031-05-28T22:59:59Z')).toBeNull();
    expect(await at('2031-05-28T23:00:00Z')).toBe(arrival_instructions);
    expect(await at('2031-06-05T09:59:59Z')).toBe(arrival_instructions);
    expect(await at('2031-06-05T10:00:00Z')).toBeNull();
    await site.data(site.send('PUT', '/team', { arrival_days_before: 60 }));
    expect(await at(NOW)).toBe(arrival_instructions);
    const [{ id }] = await site.read('/bookings');
    await site.cancel(id);
    expect(await at('2031-06-01T12:00:00Z')).toBeNull();
    world.clock.set(NOW);
  });

  it('what a guest of a kind of room needs to arrive is that of its house, unless it has its own', async () => {
    const site = await openPaying();
    await site.data(site.send('PUT', '/team', { arrival_days_before: 60 }));
    const { teamId } = site;
    const house = await buildListing(world, {
      teamId,
      kind: 'building',
      arrivalInstructions: 'Ring at the house',
    });
    const room = await buildListing(world, { teamId, kind: 'unit_type', buildingId: house.id });
    await buildUnit(world, { teamId, listingId: room.id });
    const { confirmation_code: code, key } = await site.requested({ ...STAY, listing: room.slug });
    expect(await arrivalOf(site, code, key)).toBe('Ring at the house');
    await site.data(site.send('PUT', `/listings/${room.id}`, { arrival_instructions: 'Second floor' }));
    expect(await arrivalOf(site, code, key)).toBe('Second floor');
  });

  it('what a guest needs to arrive is not told while the booking is a request', async () => {
    const site = await openPaying({ siteBookings: 'request' });
    await site.data(site.send('PUT', '/team', { arrival_days_before: 60 }));
    await site.data(site.send('PUT', `/listings/${site.listing.id}`, { arrival_instructions: 'Key box' }));
    const { confirmation_code: code, key } = await site.requested(STAY);
    expect(await arrivalOf(site, code, key)).toBeNull();
    const [{ id }] = await site.read('/bookings');
    await site.data(site.confirm(id));
    expect(await arrivalOf(site, code, key)).toBe('Key box');
  });
});
