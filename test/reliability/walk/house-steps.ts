/** Steps of a random walk about everything around bookings: nights, prices, calendars, photos, messages, time. */
import { expect } from 'vitest';
import { addDays } from '../../../src/domain/dates/dates.ts';
import { takeFreedNights } from '../../../src/options/calendars/services/feeds/freed-nights.ts';
import { completeDueBookings, expireLapsedHolds } from '../../../src/services/jobs/ended-bookings.ts';
import { sweepsOf } from '../../helpers/app.ts';
import { type Json, times } from '../../helpers/bookings.ts';
import { jpeg, tryUpload } from '../../helpers/pictures.ts';
import { expectAnswered, type Step, type Wrote } from './booking-steps.ts';
import { anyDates, type House, isLikely } from './house.ts';

const today = ({ world }: House): string => world.clock.now().toISOString().slice(0, 10);

async function block(house: House): Promise<Wrote> {
  const { random } = house;
  const [known] = house.blocks.length > 0 && isLikely(house, 0.5) ? [random.pick(house.blocks)] : [];
  if (known) {
    house.blocks = house.blocks.filter((one) => one !== known);
    const { status } = await house.send('DELETE', `/blocks/${known}`);
    expect(status).toBe(204);
    return ['block.deleted null'];
  }
  const unit = random.pick(house.units);
  const { check_in: start_date, check_out: end_date } = anyDates(house);
  const whole = isLikely(house, 0.3) ? {} : { unit_id: unit.id };
  const answer = await house.send('POST', '/blocks', {
    listing_id: unit.listingId,
    ...whole,
    start_date,
    end_date,
  });
  expectAnswered(answer);
  if (answer.status !== 201) return [];
  house.blocks.push(...answer.body.data.map(({ id }: Json) => id));
  return answer.body.data.map(() => 'block.created null');
}

const YEAR = '?start_date=2031-01-01&end_date=2031-12-31';

/** Raises or lowers prices, as the preview says, and sets them back exactly. */
async function adjust(house: House): Promise<Wrote> {
  const { random } = house;
  const listings = [...new Set(house.listings.map(({ id }) => id))];
  const daysOf = () => Promise.all(listings.map((id) => house.read(`/listings/${id}/days${YEAR}`)));
  const start = addDays(today(house), random.between(0, 30));
  const body = {
    start_date: start,
    end_date: addDays(start, random.between(0, 20)),
    ...(isLikely(house, 0.5) ? { listing_ids: [random.pick(listings), random.pick(listings)] } : {}),
    ...(isLikely(house, 0.5) ? { weekdays: [random.between(1, 7), random.between(1, 7)] } : {}),
    ...random.pick<object>([
      { percent: random.between(-90, 200) / 3 > 0 ? 12.5 : -33.3333 },
      { amount: 777 },
      { amount: -99_999 },
    ]),
    ...(isLikely(house, 0.5) ? { round_to: random.pick([1, 50, 99]) } : {}),
  };
  const before = await daysOf();
  const shown = await house.send('POST', '/days/adjust/preview', body);
  expect(await daysOf()).toEqual(before);
  const done = await house.send('POST', '/days/adjust', body);
  expect([done.status, done.body.data]).toEqual([shown.status, shown.body.data]);
  if (done.status !== 200) return [];
  const { undo } = done.body;
  if (isLikely(house, 0.7)) {
    if (undo.updates.length > 0) expect((await house.send('POST', '/days', undo)).status).toBe(200);
    expect(await daysOf()).toEqual(before);
  }
  return 'some';
}

/** New prices, which no booking follows by itself. */
async function price(house: House): Promise<Wrote> {
  const { random } = house;
  const path = `/listings/${random.pick(house.listings).id}`;
  const before = await Promise.all(house.bookings.slice(-3).map((id) => house.read(`/bookings/${id}`)));
  const date = addDays(today(house), random.between(0, 30));
  const [to, body] = random.pick<[string, object]>([
    [`${path}/rates`, { rates: { nightly: random.between(0, 30_000) } }],
    [
      `${path}/days`,
      { ranges: [{ start_date: date, end_date: date, nightly: random.pick([null, 1, 9_999]) }] },
    ],
    ['/fees/cleaning', { amount: random.between(0, 9_000) }],
    ['/taxes/vat', { percent: random.pick([0, 5, 9.975, 20]) }],
  ]);
  expectAnswered(await house.send('PUT', to, body));
  const totals = (list: Json[]) => list.map(({ grand_total }) => grand_total);
  const after = await Promise.all(before.map(({ id }) => house.read(`/bookings/${id}`)));
  expect(totals(after)).toEqual(totals(before));
  return 'some';
}

/** A channel has other events, and its calendar is read. */
async function feed(house: House): Promise<Wrote> {
  const { random, feeds } = house;
  const { id, channel } = random.pick(feeds);
  const events = times(random.between(0, 3), (nth) => {
    const { check_in: start, check_out: end } = anyDates(house);
    return { uid: `event-${nth}@channel`, start, end };
  });
  channel.have(...events);
  const answer = await house.send('POST', `/calendar-feeds/${id}/refresh`);
  expectAnswered(answer);
  return 'some';
}

/** A photo that is one, or a file that lies. */
async function photo(house: House): Promise<Wrote> {
  const { random, world } = house;
  const [known] = house.photos.length > 0 && isLikely(house, 0.4) ? [random.pick(house.photos)] : [];
  if (known) {
    house.photos = house.photos.filter((one) => one !== known);
    expect((await house.send('DELETE', `/listings/${known.listing}/photos/${known.id}`)).status).toBe(204);
    return 'some';
  }
  const listing = random.pick(house.listings).id;
  const whole = await jpeg({ width: 20 + random.between(0, 3), height: 20 });
  const [picture, isSound] = random.pick<[Buffer, boolean]>([
    [whole, true],
    [whole, true],
    [whole.subarray(0, random.between(0, 200)), false],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), false],
  ]);
  const query = isLikely(house, 0.5) ? '?is_featured=true' : '';
  const answer = await tryUpload(world, house, `/listings/${listing}/photos`, picture, { query });
  expect({ isSound, body: answer.body, status: answer.status }).toMatchObject({
    status: isSound ? 201 : 422,
  });
  if (!isSound) return [];
  house.photos.push({ listing, id: answer.body.data.id });
  return 'some';
}

/** Rules, texts, addresses that get nothing, and messages that are sent again or withdrawn. */
async function mail(house: House): Promise<Wrote> {
  const { random } = house;
  const kind = random.pick(['booking_confirmed', 'booking_changed', 'booking_cancelled', 'payment_received']);
  const rule = {
    kind,
    active: isLikely(house, 0.7),
    sources: random.pick([null, ['booking_site'], ['manual', 'airbnb']]),
    listings: random.pick([null, [random.pick(house.listings).slug]]),
  };
  const text = {
    subject: 'For {{ guest.first_name }}',
    body: '{{ booking.link }} {% if booking.code %}{{ booking.code }}{% endif %}',
  };
  const [one] = await house.read('/mails?per_page=1');
  const addresses = await house.read('/mail-suppressions');
  const [method, path, body] = random.pick<['GET' | 'PUT' | 'POST' | 'DELETE', string, object?]>([
    ['PUT', '/mail-rules', { rules: [rule] }],
    ['PUT', `/mail-texts/${kind}/en`, text],
    ['DELETE', `/mail-texts/${kind}/en`],
    ...(addresses.length > 0
      ? [['DELETE', `/mail-suppressions/${addresses[0].id}`] as ['DELETE', string]]
      : [['POST', '/mail-suppressions', { email: 'QUIET@example.com' }] as ['POST', string, object]]),
    ...(one
      ? ([
          ['GET', `/mails/${one.id}`],
          ['POST', `/mails/${one.id}/withdraw`],
        ] as ['GET' | 'POST', string][])
      : []),
  ]);
  expectAnswered(await house.send(method, path, body));
  return 'some';
}

/** A guest is forgotten, with every message to them. */
async function erase(house: House): Promise<Wrote> {
  const { random, bookings } = house;
  if (bookings.length === 0) return [];
  const { guest_id: id } = await house.read(`/bookings/${random.pick(bookings)}`);
  const answer = await house.send('POST', `/guests/${id}/erase`);
  expectAnswered(answer);
  if (answer.status >= 300) return [];
  house.erasedGuests.add(id);
  const mails = await house.read('/mails?per_page=100');
  expect(mails.filter(({ guest_id }: Json) => guest_id === id)).toEqual([]);
  return 'some';
}

/** A place is closed for new bookings, or opened again. */
async function close(house: House): Promise<Wrote> {
  const { random } = house;
  const path = `/listings/${random.pick(house.listings).id}`;
  await house.put(path, { status: 'inactive' });
  // The figures of months count the nights of open places, so it does not stay closed for long.
  const id = house.bookings.length > 0 ? random.pick(house.bookings) : null;
  if (id) expectAnswered(await house.change(id, { notes: 'While it is closed.' }));
  await house.put(path, { status: 'active' });
  return 'some';
}

/** Time passes, and everything that time brings about is done. */
async function later(house: House): Promise<Wrote> {
  const { random, world } = house;
  const hours = random.pick([1, 5, 24, 70, 240]);
  world.clock.set(new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString());
  await expireLapsedHolds(world.services);
  await completeDueBookings(world.services);
  await takeFreedNights(world.services);
  for (const sweep of sweepsOf(world, 'mail')) await sweep(new AbortController().signal);
  return 'some';
}

export const HOUSE_STEPS: Record<string, [Step, number]> = {
  block: [block, 3],
  adjust: [adjust, 2],
  price: [price, 2],
  feed: [feed, 3],
  photo: [photo, 2],
  mail: [mail, 3],
  erase: [erase, 1],
  close: [close, 1],
  later: [later, 2],
};
