import { beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/domain/languages/languages.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { eventsIn } from '../events/team-events.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world);
});

const put = (path: string, body: object) => inn.send('PUT', path, body);
const change = (path: string, body: object): Promise<Json> => inn.data(put(path, body));
const refusalOf = async (answer: ReturnType<Inn['send']>) => {
  const { status, body } = await answer;
  return { status, fields: Object.keys(body.errors ?? {}).sort() };
};
const refused = (...fields: string[]) => ({ status: 422, fields });

const POLICY = { name: 'Strict', tiers: [{ days_before: 30, refund_percent: 50 }] };
const FEE = { code: 'linen', name: 'Linen', basis: 'stay', amount: 900 };
const TAX = { code: 'vat', name: 'VAT', basis: 'percent', percent: 6 };
const DISCOUNT = { code: 'weekly', name: 'Week', kind: 'length_of_stay', min_nights: 7, percent: 5 };
const SUMMER = { name: 'Summer', start_date: '2031-06-01', end_date: '2031-08-31', nightly: 20_000 };

describe('translations of a listing', () => {
  const GERMAN = {
    public_title: 'Meerloft',
    headline: 'Am Meer',
    description: 'Hell.\nWeit.',
    house_rules: { text: 'Keine Schuhe.' },
    arrival_instructions: 'Schlüssel im Kasten.',
  };
  const ENGLISH = {
    public_title: 'Sea Loft',
    headline: 'By the sea',
    description: 'Bright.\nWide.',
    house_rules: { text: 'No shoes.' },
    arrival_instructions: 'The key is in the box.',
  };
  const path = () => `/listings/${inn.listing.id}`;

  it('are taken with a new listing, changed text by text, and removed by null', async () => {
    const body = { kind: 'standalone', max_guests: 2, rates: { nightly: 9_000 }, ...ENGLISH };
    const made = await inn.data(
      inn.send('POST', '/listings', { ...body, translations: { de: GERMAN } }),
      201,
    );
    expect(made.translations).toEqual({ de: GERMAN });
    const of = `/listings/${made.id}`;
    const fr = { public_title: 'Loft de la mer' };
    expect((await change(of, { translations: { fr } })).translations).toEqual({ de: GERMAN, fr });
    const { headline: _, house_rules: __, ...others } = GERMAN;
    const removed = { de: { headline: null, house_rules: null }, fr: null };
    expect((await change(of, { translations: removed })).translations).toEqual({ de: others });
    expect((await change(of, { translations: { de: { description: '  ' } } })).translations.de).toEqual({
      public_title: GERMAN.public_title,
      arrival_instructions: GERMAN.arrival_instructions,
    });
    expect((await change(of, { headline: 'At the sea' })).translations).toHaveProperty('de');
    expect((await change(of, { translations: null })).translations).toEqual({});
    expect(await inn.read(of)).toMatchObject({ translations: {} });
  });

  it('change the listing’s version and tell of it, and repeating them changes nothing', async () => {
    const before = await eventsIn(world, inn.teamId);
    const translations = { de: { public_title: 'Meerloft' } };
    await change(path(), { translations });
    await change(path(), { translations });
    const events = (await eventsIn(world, inn.teamId)).slice(before.length);
    expect(events.map(({ type, data }: Json) => [type, data.changed])).toEqual([
      ['listing.changed', ['translations']],
    ]);
  });

  it('are refused under their place in the first language, in none of ours, and without a text', async () => {
    await change(path(), ENGLISH);
    const refusal = (translations: object) => refusalOf(put(path(), { translations }));
    expect(await refusal({ en: { public_title: 'x' } })).toEqual(refused('translations.en'));
    expect(await refusal({ qq: { public_title: 'x' }, xx: null })).toEqual(
      refused('translations.qq', 'translations.xx'),
    );
    await change(path(), { headline: null, house_rules: { text: null } });
    expect(await refusal({ de: { headline: 'Am Meer', house_rules: { text: 'Ruhe' } } })).toEqual(
      refused('translations.de.headline', 'translations.de.house_rules.text'),
    );
  });

  it('go with their text', async () => {
    const de = { headline: 'Am Meer', house_rules: { text: 'Ruhe' }, public_title: 'Meerloft' };
    await change(path(), { ...ENGLISH, translations: { de, fr: { headline: 'À la mer' } } });
    const after = await change(path(), { headline: null, house_rules: { text: '' } });
    expect(after.translations).toEqual({ de: { public_title: 'Meerloft' } });
    const both = { headline: null, translations: { de: { headline: 'Am Meer' } } };
    expect(await refusalOf(put(path(), both))).toEqual(refused('translations.de.headline'));
  });

  it('have the limits and rules of the texts themselves', async () => {
    const translations = (texts: object) => ({ translations: { de: texts } });
    await change(path(), { ...ENGLISH, ...translations({ headline: ` ${'ä'.repeat(255)} ` }) });
    const long = {
      public_title: 'x'.repeat(256),
      headline: 'a\nb',
      description: 'x'.repeat(10_001),
      house_rules: { text: 'x'.repeat(5_001) },
      arrival_instructions: 7,
    };
    expect(await refusalOf(put(path(), translations(long)))).toEqual(
      refused(
        'translations.de.arrival_instructions',
        'translations.de.description',
        'translations.de.headline',
        'translations.de.house_rules.text',
        'translations.de.public_title',
      ),
    );
    expect(await refusalOf(put(path(), { translations: { de: 'Meerloft' } }))).toEqual(
      refused('translations.de'),
    );
    expect(await refusalOf(put(path(), { translations: [] }))).toEqual(refused('translations'));
  });

  it('of a unit type are its own, and strict handling refuses other fields in them', async () => {
    const house = { kind: 'building', public_title: 'Pier House', max_guests: 20, rates: { nightly: 0 } };
    const building = await inn.data(
      inn.send('POST', '/listings', { ...house, translations: { de: { public_title: 'Pierhaus' } } }),
      201,
    );
    const double = {
      kind: 'unit_type',
      building_id: building.id,
      public_title: 'Double',
      max_guests: 2,
      rates: { nightly: 8_000 },
      translations: { de: { public_title: 'Doppelzimmer', nickname: 'D' } },
    };
    const strict = { prefer: 'handling=strict' };
    expect(await refusalOf(inn.send('POST', '/listings', double, strict))).toEqual(
      refused('translations.de.nickname'),
    );
    const made = await inn.data(inn.send('POST', '/listings', double), 201);
    expect(made.translations).toEqual({ de: { public_title: 'Doppelzimmer' } });
  });

  it('are not in its bookings, and not on the site', async () => {
    await change(path(), { translations: { de: { public_title: 'Meerloft' } } });
    expect((await inn.book({})).listing).not.toHaveProperty('translations');
  });
});

describe('translations of other things', () => {
  const of = (name: string | null) => ({ translations: { de: name === null ? null : { name } } });

  it.each([
    ['fees', FEE],
    ['taxes', TAX],
    ['discounts', DISCOUNT],
  ])('are of the names of %s', async (kind, charge) => {
    const made = await inn.data(inn.send('POST', `/${kind}`, { ...charge, ...of('Deutsch') }), 201);
    expect(made).toMatchObject({ name: charge.name, ...of('Deutsch') });
    const path = `/${kind}/${charge.code}`;
    expect(await change(path, { translations: { fr: { name: 'Français' } } })).toMatchObject({
      translations: { de: { name: 'Deutsch' }, fr: { name: 'Français' } },
    });
    expect((await change(path, of(null))).translations).toEqual({ fr: { name: 'Français' } });
    expect((await inn.read(`/${kind}`))[0].translations).toEqual({ fr: { name: 'Français' } });
    expect(await refusalOf(put(path, { translations: { en: { name: 'x' } } }))).toEqual(
      refused('translations.en'),
    );
    expect(await refusalOf(put(path, { translations: { de: { name: 'x'.repeat(256) } } }))).toEqual(
      refused('translations.de.name'),
    );
  });

  it('are of the names of seasons, which keep them as long as their first day and name stay', async () => {
    const path = `/listings/${inn.listing.id}/rates`;
    const seasonsAfter = async (season: object) =>
      (await change(path, { seasons: [{ ...SUMMER, ...season }] })).seasons[0].translations;
    expect(await seasonsAfter(of('Sommer'))).toEqual({ de: { name: 'Sommer' } });
    expect(await seasonsAfter({ nightly: 21_000 })).toEqual({ de: { name: 'Sommer' } });
    expect(await seasonsAfter({ name: 'High season' })).toEqual({});
    const wrong = { ...SUMMER, translations: { en: { name: 'x' } } };
    const autumn = { ...SUMMER, start_date: '2031-09-01', end_date: '2031-09-30' };
    expect(await refusalOf(put(path, { seasons: [autumn, wrong] }))).toEqual(
      refused('seasons.1.translations.en'),
    );
  });

  it('are of the names of cancellation terms, the listing’s own and the team’s', async () => {
    for (const path of ['/team', `/listings/${inn.listing.id}`, `/listings/${inn.listing.id}/rates`]) {
      const translated = async (translations: object | undefined) =>
        (await change(path, { cancellation_policy: { ...POLICY, translations } })).cancellation_policy
          .translations;
      expect(await translated({ de: { name: 'Streng' } })).toMatchObject({ de: { name: 'Streng' } });
      expect(await translated(undefined)).toEqual({ de: { name: 'Streng' } });
      expect(await translated({ de: null, fr: { name: 'Stricte' } })).toEqual({ fr: { name: 'Stricte' } });
      const english = { ...POLICY, translations: { en: { name: 'x' } } };
      expect(await refusalOf(put(path, { cancellation_policy: english }))).toEqual(
        refused('cancellation_policy.translations.en'),
      );
      await change(path, { cancellation_policy: null });
    }
  });

  it('are of the captions of photos, in the list and one by one', async () => {
    const path = `/listings/${inn.listing.id}/photos`;
    const PHOTO = { original_url: 'https://pics.example/1.jpg', caption: 'The bay' };
    const de = { caption: 'Die Bucht' };
    const { photos } = await change(path, { photos: [{ ...PHOTO, translations: { de } }] });
    expect(photos[0].translations).toEqual({ de });
    const one = { id: photos[0].id, sort_order: 0 };
    expect((await change(path, { photos: [one] })).photos[0].translations).toEqual({ de });
    const fr = { caption: 'La baie' };
    expect((await change(`${path}/${one.id}`, { translations: { fr } })).translations).toEqual({ de, fr });
    expect((await change(`${path}/${one.id}`, { caption: null })).translations).toEqual({});
    expect(await refusalOf(put(`${path}/${one.id}`, { translations: { de } }))).toEqual(
      refused('translations.de.caption'),
    );
    const second = { original_url: 'https://pics.example/2.jpg', translations: { de, en: de } };
    expect(await refusalOf(put(path, { photos: [one, second] }))).toEqual(
      refused('photos.1.translations.de.caption', 'photos.1.translations.en'),
    );
    expect((await change(path, { photos: [PHOTO] })).photos[0].translations).toEqual({});
  });

  it('are of the team’s own texts', async () => {
    const texts = {
      imprint: 'Ana Reis\nLisbon',
      payment_instructions: 'By bank',
      site_sentence: 'By the sea',
    };
    const de = { imprint: 'Ana Reis\nLissabon', payment_instructions: 'Per Bank', site_sentence: 'Am Meer' };
    expect((await change('/team', { ...texts, translations: { de } })).translations).toEqual({ de });
    expect(await refusalOf(put('/team', { translations: { de: { site_headline: 'x' } } }))).toEqual(
      refused('translations.de.site_headline'),
    );
    expect((await change('/team', { imprint: null })).translations.de).not.toHaveProperty('imprint');
    expect((await change('/team', { translations: null })).translations).toEqual({});
  });
});

describe('the languages of a team', () => {
  it('are at least one of ours, each once, and English by default', async () => {
    expect((await inn.read('/team')).languages).toEqual(['en']);
    const languages = LANGUAGES.toReversed();
    expect((await change('/team', { languages })).languages).toEqual(languages);
    expect((await inn.send('GET', `/public/${(await inn.read('/team')).slug}`)).body.data.languages).toEqual(
      languages,
    );
    expect((await change('/team', { languages: null })).languages).toEqual(['en']);
    const refusal = (sent: unknown) => refusalOf(put('/team', { languages: sent }));
    expect(await refusal([])).toEqual(refused('languages'));
    expect(await refusal([...languages, 'xx'])).toEqual(refused('languages'));
    expect(await refusal(['en', 'xx', 'en'])).toEqual(refused('languages.1', 'languages.2'));
    expect(await refusal('de')).toEqual(refused('languages'));
  });

  it.each([
    ['a listing', () => [`/listings/${inn.listing.id}`, { translations: { de: { public_title: 'x' } } }]],
    ['the team', () => ['/team', { imprint: 'Ana', translations: { de: { imprint: 'x' } } }]],
    [
      'cancellation terms',
      () => ['/team', { cancellation_policy: { ...POLICY, translations: { de: { name: 'x' } } } }],
    ],
    [
      'a listing’s terms',
      () => [
        `/listings/${inn.listing.id}`,
        { cancellation_policy: { ...POLICY, translations: { de: { name: 'x' } } } },
      ],
    ],
    [
      'a season',
      () => [
        `/listings/${inn.listing.id}/rates`,
        { seasons: [{ ...SUMMER, translations: { de: { name: 'x' } } }] },
      ],
    ],
  ] as [string, () => [string, object]][])(
    'another one cannot be the first while %s is translated into it',
    async (_, write) => {
      await change(...write());
      expect(await refusalOf(put('/team', { languages: ['de', 'en'] }))).toEqual(refused('languages'));
      await change('/team', { languages: ['en', 'de'] });
      await change('/team', { languages: ['fr', 'en'] });
      await change('/team', { languages: ['en'] });
    },
  );

  it('a translation into a language that the team does not offer is kept', async () => {
    await change('/team', { languages: ['en', 'de'] });
    const path = `/listings/${inn.listing.id}`;
    await change(path, { translations: { de: { public_title: 'Meerloft' } } });
    await change('/team', { languages: ['en'] });
    expect((await inn.read(path)).translations).toEqual({ de: { public_title: 'Meerloft' } });
  });
});

describe('the language of a guest and of a booking', () => {
  it('is one of ours or null, and changes with an event', async () => {
    const guest = await inn.data(inn.send('POST', '/guests', { name: 'Bea', language: 'de' }), 201);
    expect(guest.language).toBe('de');
    expect((await change(`/guests/${guest.id}`, { language: null })).language).toBeNull();
    expect(await refusalOf(put(`/guests/${guest.id}`, { language: 'xx' }))).toEqual(refused('language'));

    const booking = await inn.book({ language: 'fr' });
    expect(booking.language).toBe('fr');
    expect((await change(`/bookings/${booking.id}`, { language: 'it' })).language).toBe('it');
    expect(await refusalOf(put(`/bookings/${booking.id}`, { language: 'xx' }))).toEqual(refused('language'));
    const [event] = (await inn.send('GET', '/events?types=booking.changed')).body.data;
    expect(event.data.changed).toEqual(['language']);
    expect((await inn.book({ check_in: '2031-09-01', check_out: '2031-09-04' })).language).toBeNull();
  });
});
