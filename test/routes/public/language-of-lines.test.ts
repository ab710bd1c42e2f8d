import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { teams } from '../../../src/db/schema/teams.ts';
import type { TeamLanguages } from '../../../src/domain/translations.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { buildDiscount, buildFee, buildTax, day } from '../../helpers/factories.ts';
import { openSite } from '../../helpers/site.ts';

const world = await openSharedApp();
world.clock.set(TEST_NOW);

async function openInn(languages: TeamLanguages) {
  const site = await openSite(world, { team: { languages } });
  const { teamId } = site.listing;
  await buildFee(world, {
    teamId,
    code: 'cleaning',
    name: 'Cleaning',
    amountCents: 5_000,
    translations: { de: { name: 'Endreinigung' }, fr: { name: 'Ménage' } },
  });
  await buildFee(world, { teamId, code: 'towels', name: 'Towels', amountCents: 1_000 });
  return { ...site, teamId };
}

type Line = { name: string; lang?: string };
const namesOf = (lines: Line[]) => lines.map(({ name, lang }) => (lang ? `${name} (${lang})` : name));
const STAY = `check_in=${day(0)}&check_out=${day(4)}&guests=2`;
const offerLanguages = (teamId: number, languages: TeamLanguages) =>
  world.db.update(teams).set({ languages }).where(eq(teams.id, teamId));

test('the lines of a quote are named in its language, and one that is missing in the first with its lang', async () => {
  const site = await openInn(['en', 'de', 'it']);
  const quoteIn = async (language: string) =>
    (await site.visit('GET', `/listings/${site.listing.slug}/availability?${STAY}&language=${language}`)).body
      .data.price;
  expect(namesOf((await quoteIn('de')).price_breakdown)).toEqual([
    'Übernachtung',
    'Endreinigung',
    'Towels (en)',
  ]);
  expect(namesOf(JSON.parse((await quoteIn('de')).fees))).toEqual(['Endreinigung', 'Towels (en)']);
  expect(namesOf((await quoteIn('it')).price_breakdown)).toEqual([
    'Pernottamento',
    'Cleaning (en)',
    'Towels (en)',
  ]);
  expect(namesOf((await quoteIn('en')).price_breakdown)).toEqual(['Accommodation', 'Cleaning', 'Towels']);
  const [found] = await site.read(`/search?${STAY}&language=de`);
  expect(namesOf(found.price.price_breakdown)).toEqual(['Übernachtung', 'Endreinigung', 'Towels (en)']);
  const quote = await site.read(`/availability/${site.listing.id}?${STAY}`);
  expect(namesOf(quote.price.price_breakdown)).toEqual(['Accommodation', 'Cleaning', 'Towels']);
});

test('a booking keeps the names of its lines in the languages that the team offers then', async () => {
  const site = await openInn(['en', 'de']);
  const { confirmation_code: code, key } = await site.requested({ expected_total: 46_000 });
  await offerLanguages(site.teamId, ['en', 'de', 'fr']);
  const seenIn = async (language: string) => {
    const headers = { 'booking-key': key };
    const { body } = await site.visit('GET', `/bookings/${code}?language=${language}`, { headers });
    return namesOf(body.data.price_breakdown);
  };
  expect(await seenIn('de')).toEqual(['Übernachtung', 'Endreinigung', 'Towels (en)']);
  expect(await seenIn('fr')).toEqual(['Accommodation (en)', 'Cleaning (en)', 'Towels (en)']);
  const [booking] = await site.read(`/bookings?confirmation_code=${code}`);
  expect(namesOf(booking.price_breakdown)).toEqual(['Accommodation', 'Cleaning', 'Towels']);
});

test('a change keeps the names of the lines that it keeps, and names new lines as of now', async () => {
  const site = await openInn(['en', 'de']);
  const { confirmation_code: code, key } = await site.requested({ expected_total: 46_000 });
  await offerLanguages(site.teamId, ['en', 'de', 'fr']);
  await buildFee(world, {
    teamId: site.teamId,
    code: 'bread',
    name: 'Bread',
    optional: true,
    maxQuantity: 1,
    amountCents: 500,
    translations: { de: { name: 'Brot' }, fr: { name: 'Pain' } },
  });
  const [booking] = await site.read(`/bookings?confirmation_code=${code}`);
  await site.data(site.change(booking.id, { extras: [{ code: 'bread' }] }));
  const headers = { 'booking-key': key };
  const { body } = await site.visit('GET', `/bookings/${code}?language=fr`, { headers });
  expect(namesOf(body.data.price_breakdown)).toEqual([
    'Accommodation (en)',
    'Pain',
    'Cleaning (en)',
    'Towels (en)',
  ]);
});

test('our own lines are in the first language of a team with a token, also if the price was agreed', async () => {
  const site = await openSite(world, { team: { languages: ['de', 'en'] } });
  const quote = await site.read(`/availability/${site.listing.id}?${STAY}`);
  expect(namesOf(quote.price.price_breakdown)).toEqual(['Übernachtung']);
  const booking = await site.data(
    site.send('POST', '/bookings', {
      listing_id: site.listing.id,
      check_in: day(0),
      check_out: day(4),
      number_of_guests: 2,
      guest: { name: 'Ana' },
      totals: { grand_total: 1_000, taxes_total: 100 },
    }),
    201,
  );
  expect(namesOf(booking.price_breakdown)).toEqual(['Übernachtung', 'Steuern']);
});

test('discounts and taxes are named like fees', async () => {
  const site = await openSite(world, { team: { languages: ['en', 'pt'] } });
  const { teamId } = site.listing;
  const translations = (name: string) => ({ pt: { name } });
  await buildDiscount(world, {
    teamId,
    name: 'Long stay',
    minNights: 2,
    translations: translations('Longa'),
  });
  await buildTax(world, { teamId, name: 'City tax', translations: translations('Taxa turística') });
  const path = `/listings/${site.listing.slug}/availability?${STAY}&language=pt`;
  const { body } = await site.visit('GET', path);
  expect(namesOf(body.data.price.price_breakdown)).toEqual(['Alojamento', 'Longa', 'Taxa turística']);
});

test('amenities, their groups and the links of a list are in the language of the request', async () => {
  const site = await openSite(world, {
    team: { languages: ['en', 'it'] },
    listing: { amenities: ['wifi', 'sea_view'] },
  });
  const details = await site.visit('GET', `/listings/${site.listing.slug}/details?language=it`);
  expect(details.body.data.amenities).toEqual([
    { code: 'sea_view', name: 'Vista sul mare', group: 'Vista e dintorni' },
    { code: 'wifi', name: 'Wi-Fi', group: 'Internet e lavoro' },
  ]);
  const { body } = await site.visit('GET', '/listings?language=it');
  const labels = body.meta.links.map(({ label }: { label: string }) => label);
  expect(labels).toEqual(['Precedente', '1', 'Successiva']);
});
