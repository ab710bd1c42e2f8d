/** The guest's file of a stay: one entry in the guest's calendar, from messages and from the guest's page. */
import ICAL from 'ical.js';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createMailTransport } from '../../../../src/options/mail/services/sending/transport.ts';
import { startMailSending } from '../../../../src/options/mail/services/sending/worker.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import type { Json, openInn } from '../../../helpers/bookings.ts';
import { buildListing, buildUnit } from '../../../helpers/factories.ts';
import { createSendingMail } from '../../../helpers/mail.ts';
import { type Arrived, openMailServer } from '../../../helpers/mail-server.ts';
import { openSite } from '../../../helpers/site.ts';

const { own, settings: SENDING } = createSendingMail();
const world = await openSharedApp(SENDING);
const server = await openMailServer();
afterAll(() => server.close());
beforeEach(() => {
  server.arrived.length = 0;
});
const FROM = 'mail@stay.example';
const transport = createMailTransport({ url: server.url, from: FROM, isInsecure: true, dkim: null });
const KINDS = ['booking_confirmed', 'booking_changed', 'booking_cancelled'];
const BEA = { name: 'Bea Lind', email: 'bea@example.com' };

const FREE = {
  name: 'Free',
  graceHours: 0,
  graceDaysBefore: 0,
  tiers: [{ daysBefore: 0, refundPpm: 1_000_000 }],
};

type Inn = Awaited<ReturnType<typeof openInn>>;

async function openMailing(team = {}): Promise<Awaited<ReturnType<typeof openSite>>> {
  const site = await openSite(world, { team: { siteCancellation: 'by_terms', ...team } });
  const rules = KINDS.map((kind) => ({ kind, active: true, sources: null }));
  const off = { kind: 'booking_requested', active: false };
  await site.data(site.send('PUT', '/mail-rules', { rules: [...rules, off] }));
  return site;
}

/** Sends what waits, and returns the calendar of each message that came, in order. */
async function receive(count: number) {
  const sending = startMailSending({
    ...{ ...world.services, ...own, transport, from: FROM, perMinute: 0, everyMs: 20 },
    onError: (error) => world.backgroundErrors.push(error),
  });
  await vi.waitFor(() => expect(server.arrived).toHaveLength(count), { timeout: 8_000, interval: 20 });
  await sending.stop();
  return server.arrived.map(readCalendar);
}

function readCalendar({ mail, raw }: Arrived) {
  const file = mail.attachments.find(({ filename }) => filename === 'stay.ics')?.content.toString() ?? '';
  const alternative = mail.attachments.find(({ contentType }) => contentType === 'text/calendar');
  expect(alternative?.content.toString().trim().split(/\r?\n/)).toEqual(file.trim().split('\r\n'));
  const calendar = new ICAL.Component(ICAL.parse(file));
  const event = calendar.getFirstSubcomponent('vevent') ?? expect.fail('There is no event.');
  const read = (name: string) => event.getFirstPropertyValue(name)?.toString();
  const [, method = ''] = /^Content-Type: text\/calendar; charset=utf-8; method=(\w+)/m.exec(raw) ?? [];
  expect(calendar.getFirstPropertyValue('method')).toBe(method);
  return { file, method, event, read };
}

const cancelOnSite = async (site: Awaited<ReturnType<typeof openSite>>, { confirmation_code, key }: Json) =>
  site.visit('POST', `/bookings/${confirmation_code}/cancel`, { body: {}, headers: { 'booking-key': key } });
const publish = ({ teamId }: Inn) =>
  world.db.execute(`update bookings set calendar_invited = false where team_id = ${teamId}`);

it('a stay is one entry of a calendar, which messages and the guest’s page bring up to date', async () => {
  const site = await openMailing({ mailReplyTo: 'desk@harbour.example', mailFromName: 'Harbour, Lisbon' });
  const { data } = (await site.request({ guest: BEA })).body;
  const [{ id }] = await site.read(`/bookings?confirmation_code=${data.confirmation_code}`);
  const readPage = async () => {
    const path = `/bookings/${data.confirmation_code}`;
    return (await site.visit('GET', path, { headers: { 'booking-key': data.key } })).body.data;
  };
  expect((await readPage()).calendar).toEqual({ uid: `${id}@innkeep`, sequence: 1 });
  const shown: Json[] = [];
  const steps = [
    () => site.confirm(id),
    () => site.change(id, { check_in: '2031-07-01', check_out: '2031-07-03' }),
    () => site.send('POST', `/bookings/${id}/payments`, { amount: 1_000, status: 'paid' }),
    () => site.cancel(id),
  ];
  for (const step of steps) {
    expect((await step()).status).toBeLessThan(300);
    shown.push((await readPage()).calendar);
  }
  const calendars = await receive(3);
  expect(calendars.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
  for (const { read, file } of calendars) {
    expect(read('uid')).toBe(`${id}@innkeep`);
    expect(read('transp')).toBe('TRANSPARENT');
    const unfolded = file.replaceAll('\r\n ', '');
    expect(unfolded).toContain('\r\nORGANIZER;CN="Harbour, Lisbon":mailto:desk@harbour.example\r\n');
    expect(unfolded).toContain('\r\nATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE;');
    expect(unfolded).toContain(';CN=Bea Lind:mailto:bea@example.com\r\n');
  }
  const [confirmed, changed, cancelled] = calendars;
  expect(confirmed?.read('description')).toContain('Declining in your calendar does not cancel the stay.');
  expect(changed?.read('dtstart')).toBe('2031-07-01T14:00:00Z');
  expect(cancelled?.read('status')).toBe('CANCELLED');
  const sequences = calendars.map(({ read }) => Number(read('sequence')));
  expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  expect(new Set(sequences).size).toBe(3);
  // A payment changes nothing of the stay.
  expect(shown.map(({ sequence }) => sequence)).toEqual([
    sequences[0],
    sequences[1],
    sequences[1],
    sequences[2],
  ]);
  expect(new Set(shown.map(({ uid }) => uid))).toEqual(new Set([`${id}@innkeep`]));
});

it('a team without an address for answers invites from the address that sends', async () => {
  const site = await openMailing({ name: 'Harbour Stays', contact: null });
  await site.book({ guest: BEA });
  const [calendar] = await receive(1);
  expect(calendar?.file).toContain(`ORGANIZER;CN=Harbour Stays:mailto:${FROM}\r\n`);
});

it('a stay that was published by version 2 is published further, and one that it left pending is an invitation', async () => {
  const site = await openMailing();
  const { id } = await site.book({ guest: BEA });
  await publish(site);
  await world.db.execute(`update mails set calendar_method = null where team_id = ${site.teamId}`);
  await site.data(site.change(id, { check_in: '2031-07-01', check_out: '2031-07-03' }));
  await site.data(site.cancel(id));
  const pending = await site.book({
    guest: BEA,
    status: 'pending',
    check_in: '2031-08-01',
    check_out: '2031-08-02',
  });
  await publish(site);
  await site.data(site.confirm(pending.id));
  const calendars = await receive(4);
  const ofFirst = calendars.filter(({ read }) => read('uid') === `${id}@innkeep`);
  expect(ofFirst.map(({ method, read }) => [method, read('status')])).toEqual([
    ['PUBLISH', 'CONFIRMED'],
    ['PUBLISH', 'CONFIRMED'],
    ['PUBLISH', 'CANCELLED'],
  ]);
  for (const { event } of ofFirst) {
    expect(event.getFirstProperty('organizer')).toBeNull();
    expect(event.getFirstProperty('attendee')).toBeNull();
  }
  expect(calendars.find(({ read }) => read('uid') === `${pending.id}@innkeep`)?.method).toBe('REQUEST');
});

it('a guest who cancels on the site gets the cancellation of the calendar’s entry, and the page has its number', async () => {
  const site = await openMailing({ siteBookings: 'instant', cancellationPolicy: FREE });
  const { data } = (await site.request({ guest: BEA })).body;
  const cancelled = await cancelOnSite(site, data);
  expect(cancelled.status).toBe(200);
  const calendars = await receive(2);
  expect(calendars.map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL']);
  expect(cancelled.body.data.calendar).toEqual({
    uid: calendars[1]?.read('uid'),
    sequence: Number(calendars[1]?.read('sequence')),
  });
});

it('a stay’s entry names a kind of room with its house, and the country in the guest’s language, as the page does', async () => {
  const site = await openMailing({ languages: ['en', 'de'] });
  const { teamId } = site;
  const house = await buildListing(world, { teamId, kind: 'building', publicTitle: 'Haus am Hang' });
  const room = await buildListing(world, {
    teamId,
    kind: 'unit_type',
    buildingId: house.id,
    publicTitle: 'Doppelzimmer',
    city: 'Wien',
    country: 'AT',
  });
  await buildUnit(world, { teamId, listingId: room.id });
  await site.book({ guest: BEA, listing_id: room.id, language: 'de' });
  const [calendar] = await receive(1);
  expect(calendar?.read('summary')).toBe('Doppelzimmer, Haus am Hang');
  expect(calendar?.read('location')).toMatch(/Wien, (.*, )?Österreich$/);
});
