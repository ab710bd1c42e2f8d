import { expect, it } from 'vitest';
import { LANGUAGES } from '../../../../src/domain/languages/languages.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { translatedTeam } from '../../../helpers/translated-team.ts';

const files = await openSharedTeamFiles();
const read = async (slug: string) => JSON.parse(await files.exportText(slug));

it('a fully translated team is exported as it was imported, and imports elsewhere the same', async () => {
  const file = translatedTeam({ slug: 'whole' });
  await files.importSound(file);
  const exported = await read('whole');
  expect(exported).toMatchObject({
    team: { languages: [...LANGUAGES], translations: file.team.translations },
    fees: file.fees
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
      .map(({ translations }) => ({ translations })),
  });
  const loft = exported.listings.find(({ slug }: { slug: string }) => slug === 'loft');
  expect(loft).toMatchObject({ translations: file.listings[0]?.translations, ...pick(file.listings[0]) });
  await files.importSound({ ...exported, team: { ...exported.team, slug: 'copy' } }).catch(() => null);
  expect((await files.importSound(file)).team.outcome).toBe('unchanged');
  expect(await read('whole')).toEqual(exported);
});

const pick = (listing: object | undefined) => {
  const { cancellation_policy, seasons, photos } = listing as Record<string, unknown>;
  return { cancellation_policy, seasons, photos };
};

it('a file merges translations, and null removes a text, a language or all', async () => {
  const team = { slug: 'merged' };
  await files.importSound(translatedTeam(team));
  const loft = async (translations: unknown) => {
    await files.importSound({ team, listings: [{ slug: 'loft', translations }] });
    const { listings } = await read('merged');
    return listings.find(({ slug }: { slug: string }) => slug === 'loft').translations;
  };
  const all = await loft(undefined);
  expect(Object.keys(all)).toEqual(LANGUAGES.slice(1));
  const { de: _, ...others } = all;
  const fr = { ...all.fr, headline: 'Autre', house_rules: undefined };
  expect(await loft({ de: null, fr: { headline: 'Autre', house_rules: { text: null } } })).toEqual({
    ...others,
    fr,
  });
  expect(await loft(null)).toEqual({});
});

it('a file is refused for a translation into the first language, into none of ours, and of nothing', async () => {
  const name = { name: 'x' };
  const place = { kind: 'standalone', public_title: 'A', max_guests: 2, rates: { nightly: 1 } };
  const file = (more: object, languages = ['de', 'en']) => ({
    team: { slug: 'refused', name: 'R', currency: 'EUR', timezone: 'UTC', languages },
    ...more,
  });
  expect(
    await files.importRefused(
      file({ fees: [{ code: 'a', name: 'A', basis: 'stay', amount: 1, translations: { xx: name } }] }),
    ),
  ).toEqual([`fees[0] (a): translations.xx must be one of ${LANGUAGES.join(', ')}, not "xx".`]);
  const listing = {
    ...place,
    slug: 'a',
    translations: { de: { public_title: 'x' }, fr: { headline: 'x' } },
    seasons: [{ name: 'S', start_date: '2031-01-01', end_date: '2031-02-01', translations: { de: name } }],
    photos: [{ original_url: 'https://p.example/a.jpg', translations: { en: { caption: 'x' } } }],
  };
  expect((await files.importRefused(file({ listings: [listing] }))).toSorted()).toEqual([
    expect.stringMatching(
      /^listings\[0\] \(a\): photos\[0\]\.translations\.en\.caption must not be given without/,
    ),
    expect.stringMatching(/^listings\[0\] \(a\): seasons\[0\]\.translations\.de must not be given/),
    expect.stringMatching(/^listings\[0\] \(a\): translations\.de must not be given/),
    expect.stringMatching(/^listings\[0\] \(a\): translations\.fr\.headline must not be given without/),
  ]);
});

it('another first language is refused while texts that the file does not name are translated into it', async () => {
  await files.importSound(translatedTeam({ slug: 'first' }));
  const team = { slug: 'first', languages: ['de', 'en'] };
  expect(await files.importRefused({ team })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^team \(first\): /)]),
  );
  const none = { ...team, translations: { de: null }, cancellation_policy: null };
  expect(await files.importRefused({ team: none })).toEqual([
    'team (first): languages must not begin with a language into which texts are translated.',
  ]);
});
