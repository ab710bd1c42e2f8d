/**
 * A team with everything that guests read in all languages. Each text begins with its language, such as
 * `[de] Sea Loft`, so that one which is shown in another language is found.
 */
import { LANGUAGES, type LanguageCode } from '../../src/domain/languages/languages.ts';
import type { TeamLanguages } from '../../src/domain/translations.ts';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import type { TestApp } from './app.ts';
import { clientOf, type Json } from './bookings.ts';
import { buildToken, day } from './factories.ts';

type Texts = { [field: string]: string | Texts };

export const markText = (language: LanguageCode, text: string): string => `[${language}] ${text}`;

/** The marks of all languages but one. A text with one of them is in the wrong language. */
export const listOtherMarks = (language: LanguageCode): string[] =>
  LANGUAGES.filter((code) => code !== language).map((code) => `[${code}]`);

const markTexts = (language: LanguageCode, texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [
      field,
      typeof text === 'string' ? markText(language, text) : markTexts(language, text),
    ]),
  );

type TeamOptions = {
  slug?: string;
  /** The first is that of the team's own texts. */
  languages?: TeamLanguages;
  /** Further settings of the team. */
  settings?: object;
};

/** As a team file. All texts are translated into all languages, whether or not the team offers them. */
export function translatedTeam({ slug = 'polyglot', languages = ALL, settings = {} }: TeamOptions = {}) {
  const [first] = languages;
  const others = LANGUAGES.filter((code) => code !== first);
  const translate = (texts: Texts) => ({
    ...markTexts(first, texts),
    translations: Object.fromEntries(others.map((code) => [code, markTexts(code, texts)])),
  });
  const policy = (name: string) => ({
    ...translate({ name }),
    grace_hours: 24,
    tiers: [
      { days_before: 30, refund_percent: 100 },
      { days_before: 7, refund_percent: 50 },
    ],
  });
  const photo = (name: string) => ({
    ...translate({ caption: `Photo of ${name}` }),
    original_url: `https://photos.example/${name.replaceAll(' ', '-')}.jpg`,
    width: 1200,
    height: 800,
  });
  const season = { ...translate({ name: 'High season' }), start_date: day(60), end_date: day(90) };
  const place = (name: string) => ({
    ...translate({
      public_title: name,
      headline: `Headline of ${name}`,
      description: `Description of ${name}.\nIn two lines.`,
      house_rules: { text: `Rules of ${name}` },
      arrival_instructions: `Arrival at ${name}`,
    }),
    max_guests: 4,
    max_pets: 2,
    rates: { nightly: 12_000, included_guests: 2, extra_guest_nightly: 1_000 },
    rules: { min_stay: 2 },
    security_deposit: 20_000,
    amenities: ['wifi', 'parking_free'],
    rooms: [{ name: 'Room 1', beds: [{ kind: 'double', count: 1 }] }],
    photos: [photo(name), photo(`${name} at night`)],
    seasons: [season],
  });
  return {
    team: {
      slug,
      name: 'Polyglot Stays',
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      languages: [...languages],
      ...translate({
        site_sentence: 'Sentence of the site',
        site_headline: 'Headline of the site',
        imprint: 'Imprint of the team',
        payment_instructions: 'How to pay',
      }),
      cancellation_policy: policy('Terms of the team'),
      deposit_percent: 30,
      balance_due_days: 14,
      site_bookings: 'instant',
      site_cancellation: 'by_terms',
      contact: { email: 'desk@polyglot.example', phone: '+351 210 000 000', website: null },
      privacy_url: 'https://polyglot.example/privacy',
      terms_url: 'https://polyglot.example/terms',
      ...settings,
    },
    fees: [
      { ...translate({ name: 'Cleaning' }), code: 'cleaning', basis: 'stay', amount: 5_000, taxable: true },
      { ...translate({ name: 'Service' }), code: 'service', basis: 'percent', percent: 3.5 },
      {
        ...translate({ name: 'Breakfast' }),
        code: 'breakfast',
        basis: 'guest_night',
        amount: 900,
        optional: true,
      },
      { ...translate({ name: 'Pet' }), code: 'pet', basis: 'pet', amount: 1_500 },
    ],
    taxes: [
      { ...translate({ name: 'City tax' }), code: 'city', basis: 'guest_night', amount: 200, max_nights: 7 },
      { ...translate({ name: 'Contained tax' }), code: 'vat', basis: 'percent', percent: 6, included: true },
    ],
    discounts: [
      {
        ...translate({ name: 'Long stay' }),
        code: 'weekly',
        kind: 'length_of_stay',
        min_nights: 3,
        percent: 10,
      },
    ],
    coupons: [{ code: 'SPRING15', percent: 15 }],
    listings: [
      {
        slug: 'loft',
        kind: 'standalone',
        ...place('Sea Loft'),
        cancellation_policy: policy('Terms of the loft'),
        units: [{ name: 'A' }, { name: 'B' }],
      },
      { slug: 'house', kind: 'building', whole_building_bookable: true, ...place('Pier House') },
      {
        slug: 'double',
        kind: 'unit_type',
        building: 'house',
        ...place('Double Room'),
        units: [{ name: '1' }, { name: '2' }],
      },
      {
        // It has the rules and the arrival of its building.
        slug: 'single',
        kind: 'unit_type',
        building: 'house',
        ...translate({ public_title: 'Single Room' }),
        max_guests: 1,
        rates: { nightly: 8_000 },
        units: [{ name: '3' }],
      },
    ],
  };
}

const ALL: TeamLanguages = LANGUAGES;

/** Imports it, with a token for its client. */
export async function openTranslatedTeam(world: TestApp, options: TeamOptions = {}) {
  const file = translatedTeam(options);
  const imported = await importTeamFile(world.services, file);
  if (!imported.ok) throw new Error(imported.problems.join('\n'));
  const { teamId } = imported;
  const client = clientOf(world, await buildToken(world, { teamId, name: 'Till' }));
  const listings: Json[] = await client.read('/listings?per_page=100');
  const findListing = (slug: string): Json => listings.find((listing) => listing.slug === slug);
  return { ...client, teamId, slug: file.team.slug, file, findListing };
}
