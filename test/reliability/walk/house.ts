/** The teams of a random walk: places of all kinds, charges, messages, two channels, and what the walk knows of them. */
import { expect } from 'vitest';
import { addDays } from '../../../src/domain/dates/dates.ts';
import { GUEST_MAIL_KINDS } from '../../../src/domain/vocabulary.ts';
import type { TestApp } from '../../helpers/app.ts';
import { at, type Json, openBuilding } from '../../helpers/bookings.ts';
import { buildListing, buildUnit } from '../../helpers/factories.ts';
import { buildMember, visitorOf } from '../../helpers/pages.ts';
import type { Random } from '../../helpers/random.ts';
import { type Channel, openChannel } from '../../options/calendars/services/channel.ts';

export type House = Awaited<ReturnType<typeof openHouse>>;

/** The walk plans stays for so many nights from today on. */
const AHEAD = 40;

const CHARGES: Record<string, object[]> = {
  fees: [
    { code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 4_999, taxable: true },
    {
      code: 'breakfast',
      name: 'Breakfast',
      basis: 'guest',
      amount: 733,
      optional: true,
      max_quantity: 3,
      taxable: true,
    },
    { code: 'bicycle', name: 'Bicycle', basis: 'night', amount: 901, optional: true, max_quantity: 2 },
    { code: 'service', name: 'Service', basis: 'percent', percent: 3.3333 },
    { code: 'dog', name: 'Dog', basis: 'pet', amount: 905 },
  ],
  taxes: [
    { code: 'vat', name: 'VAT', basis: 'percent', percent: 9.975 },
    { code: 'city', name: 'City tax', basis: 'guest_night', amount: 217 },
  ],
  discounts: [{ code: 'long', name: 'Long stay', kind: 'length_of_stay', percent: 7.5, min_nights: 4 }],
  coupons: [{ code: 'TEN', percent: 10, max_redemptions: 5 }],
};

/** A building of two kinds of rooms, a house of two flats, and a hut with a preparation night. */
export async function openHouse(world: TestApp, random: Random) {
  const inn = await openBuilding(world, { Doubles: ['101', '102'], Singles: ['201'] });
  const { teamId } = inn;
  const put = (path: string, body: object) => inn.data(inn.send('PUT', path, body));
  const flats = await buildListing(world, { teamId, securityDepositCents: 20_000, nightlyCents: 12_345 });
  const units = [];
  for (const name of ['A', 'B']) units.push(await buildUnit(world, { teamId, listingId: flats.id, name }));
  const hut = await buildListing(world, { teamId, preparationDays: 1, nightlyCents: 7_777 });
  units.push(await buildUnit(world, { teamId, listingId: hut.id, name: 'Hut' }));
  for (const [path, charges] of Object.entries(CHARGES))
    for (const charge of charges) await inn.data(inn.send('POST', `/${path}`, charge), 201);
  const listings = [flats, flats, hut, inn.listing, ...inn.unitTypes].map(({ id, slug }) => ({ id, slug }));
  for (const { id } of listings) await put(`/listings/${id}`, { max_pets: 3 });
  const rules = GUEST_MAIL_KINDS.map((kind) => ({ kind, active: true, sources: null }));
  await put('/mail-rules', { rules });
  const team = await put('/team', { site_bookings: 'request', deposit_percent: 33.3, balance_due_days: 14 });
  const member = await buildMember(world, { teamId });
  const visitor = visitorOf(world);
  await visitor.signIn(member.email);
  const feeds: { id: string; channel: Channel }[] = [];
  for (const name of ['Channel one', 'Channel two']) {
    const channel = await openChannel();
    const made = { unit_id: at(units, 0).id, name, url: channel.url };
    const feed = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
    await inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/calendar`), 201);
    feeds.push({ id: feed.id, channel });
  }
  return {
    ...inn,
    put,
    units,
    listings,
    slug: team.slug as string,
    pages: `/app/teams/${team.slug}`,
    visitor,
    email: member.email,
    feeds,
    /** What exists and can be chosen for the next step. */
    bookings: [] as string[],
    blocks: [] as string[],
    photos: [] as { listing: string; id: string }[],
    erasedGuests: new Set<string>(),
    keys: [] as { code: string; key: string }[],
    random,
    world,
    async close() {
      for (const { channel } of feeds) await channel[Symbol.asyncDispose]();
    },
  };
}

/** Any dates that a stay may have from today on, and sometimes one that it may not. */
export function anyDates({ random, world }: House) {
  const today = world.clock.now().toISOString().slice(0, 10);
  const from = addDays(today, random.between(-1, AHEAD));
  return { check_in: from, check_out: addDays(from, random.between(1, 6)) };
}

export const isLikely = ({ random }: House, share: number): boolean => random.share() < share;

/** Any party, extras and price of a stay; each part is left out as often as not. */
export function anyStay(house: House, share = 0.5): Record<string, unknown> {
  const { random } = house;
  const maybe = (fields: () => object) => (isLikely(house, share) ? fields() : {});
  const ages = random.pick([[], [3], [1, 9]]);
  const adults = random.between(1, 3);
  const total = random.between(0, 60_000);
  return {
    ...maybe(() => anyDates(house)),
    ...maybe(() => ({ party: { adults, children_ages: ages, pets: random.between(0, 2) } })),
    ...maybe(() => ({
      extras: random.pick([
        [],
        [{ code: 'breakfast', quantity: random.between(1, 3) }],
        [{ code: 'bicycle', quantity: random.between(1, 2) }],
        [
          { code: 'bicycle', quantity: 1 },
          { code: 'breakfast', quantity: 2 },
        ],
      ]),
    })),
    ...(isLikely(house, share / 2)
      ? {
          totals: random.pick([
            { accommodation_total: total },
            { grand_total: total },
            { grand_total: total + 333, taxes_total: 222, fees_total: 111 },
          ]),
        }
      : {}),
    ...(isLikely(house, share / 2)
      ? { adjustment: { name: 'Late check-out', amount: random.pick([1_501, -2_499, 7, -60_000]) } }
      : {}),
  };
}

/** Parts of an answer that a preview cannot know, or that every write moves. */
const FLEETING = new Set(['id', 'guest_id', 'confirmation_code', 'created_at', 'updated_at', 'number']);

/** A copy without ids and moments of its own. */
export function withoutFleeting(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutFleeting);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      FLEETING.has(name) ? [] : [[name, withoutFleeting(part)]],
    ),
  );
}

/** The write does what its preview has said, and is refused as its preview was. */
export function expectAsPreviewed(shown: Json, done: Json, folio: Json | null): void {
  const refusal = ({ status, body }: Json) => (status < 300 ? 'done' : { status, body });
  expect(refusal(done)).toEqual(refusal(shown));
  if (done.status >= 300) return;
  const { booking, folio: shownFolio } = shown.body.data;
  expect(withoutFleeting(done.body.data)).toEqual(withoutFleeting(booking));
  if (folio) expect(withoutFleeting(folio)).toEqual(withoutFleeting(shownFolio));
}
