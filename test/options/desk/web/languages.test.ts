/** The pages *Languages*: what a team offers, and translations of what it has written (docs/rules.md, 26). */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { teamEvents } from '../../../../src/db/schema/team-events.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildFee, day } from '../../../helpers/factories.ts';
import { buildMember, expectPage, fieldsOf, openTeamPages, visitorOf } from '../../../helpers/pages.ts';
import { openTranslatedTeam } from '../../../helpers/translated-team.ts';
import { formsIn } from '../../../web/forms/page-forms.ts';

const world = await openSharedApp();

async function openPolyglot() {
  const slug = `polyglot-${crypto.randomUUID().slice(0, 8)}`;
  const team = await openTranslatedTeam(world, { slug });
  const member = await buildMember(world, { teamId: team.teamId });
  const visitor = visitorOf(world);
  await visitor.signIn(member.email);
  const base = `/app/teams/${slug}/languages`;

  /** Every form of a page, as it is shown, by the thing that it is about. */
  async function readForms(path: string): Promise<Map<string, Record<string, string>>> {
    const { body } = await visitor.get(path);
    const forms = formsIn(body, path).map(({ fields }) => Object.fromEntries(fields));
    return new Map(forms.flatMap((form) => (form.thing === undefined ? [] : [[form.thing, form]])));
  }
  /** Sends the form of one thing with other texts. */
  async function save(path: string, key: string, texts: Record<string, string>) {
    const form = (await readForms(path)).get(key) ?? {};
    return visitor.submit(path, {
      ...form,
      ...Object.fromEntries(Object.entries(texts).map(([text, value]) => [`${key}-${text}`, value])),
    });
  }
  return { ...team, visitor, base, readForms, save };
}

test('a team chooses its languages, and is led to the translation of each', async () => {
  const { visitor, base } = await openTeamPages(world);
  const path = `${base}/languages`;
  const { body } = await visitor.get(path);
  const saved = await visitor.submit(path, { ...fieldsOf(body, path), first: 'en', others: 'de' });
  expectPage(saved, 200, 'Saved.');
  expect(saved.body).toContain(`href="${path}/de">German</a>`);
  expect((await visitor.get(`${path}/de`)).statusCode).toBe(200);
  expect((await visitor.get(`${path}/it`)).statusCode).toBe(404);
  expect((await visitor.get(`${path}/en`)).statusCode).toBe(404);
});

test('another own language is refused at its field while texts are translated into it', async () => {
  const { visitor, base } = await openPolyglot();
  const { body } = await visitor.get(base);
  const refused = await visitor.submit(base, { ...fieldsOf(body, base), first: 'de' });
  expectPage(refused, 422, 'id="first-error"');
});

test('the texts of a place are shown in the first language, beside the fields for another', async () => {
  const { visitor, base, findListing } = await openPolyglot();
  const { body } = await visitor.get(`${base}/de/places/${findListing('loft').id}`);
  expect(body).toContain('<blockquote class="first-text" lang="en">[en] Headline of Sea Loft</blockquote>');
  expect(body).toContain('value="[de] Headline of Sea Loft"');
  expect(body).toMatch(/name="place-headline"[^>]* lang="de"/s);
});

test('each thing of a place is translated by a form of its own, and an empty field removes a translation', async () => {
  const { base, findListing, save, readForms, read } = await openPolyglot();
  const { id } = findListing('loft');
  const path = `${base}/de/places/${id}`;
  const [texts, terms, photo, , season] = [...(await readForms(path)).keys()];
  expect([texts, terms, season]).toEqual(['place', 'terms', expect.stringMatching(/^season-/)]);
  expectPage(await save(path, 'place', { headline: 'Am Meer', house_rules_text: '' }), 200, 'Saved.');
  expectPage(await save(path, 'terms', { name: 'Flexibel' }), 200, 'Saved.');
  expectPage(await save(path, photo ?? '', { caption: 'Die Bucht' }), 200, 'Saved.');
  expectPage(await save(path, season ?? '', { name: 'Hochsaison' }), 200, 'Saved.');
  const listing = await read(`/listings/${id}`);
  expect(listing.translations.de).toEqual({
    public_title: '[de] Sea Loft',
    headline: 'Am Meer',
    description: '[de] Description of Sea Loft.\nIn two lines.',
    arrival_instructions: '[de] Arrival at Sea Loft',
  });
  expect(listing.translations.fr.headline).toBe('[fr] Headline of Sea Loft');
  expect(listing.cancellation_policy.translations.de).toEqual({ name: 'Flexibel' });
  expect(listing.cancellation_policy.translations.it).toEqual({ name: '[it] Terms of the loft' });
  expect(listing.photos[0].translations.de).toEqual({ caption: 'Die Bucht' });
  const { seasons } = await read(`/listings/${id}/rates`);
  expect(seasons[0].translations.de).toEqual({ name: 'Hochsaison' });
});

test('names of fees, taxes and discounts and the texts of the team are translated likewise', async () => {
  const { base, save, read } = await openPolyglot();
  expectPage(
    await save(`${base}/pt/charges?kind=tax`, 'tax-city', { name: 'Taxa turística' }),
    200,
    'Saved.',
  );
  expectPage(
    await save(`${base}/pt/charges?kind=discount`, 'discount-weekly', { name: 'Desconto' }),
    200,
    'Saved.',
  );
  expectPage(await save(`${base}/pt/team`, 'team', { site_headline: 'Bem-vindos' }), 200, 'Saved.');
  expect((await read('/taxes/city')).translations.pt).toEqual({ name: 'Taxa turística' });
  expect((await read('/discounts/weekly')).translations.pt).toEqual({ name: 'Desconto' });
  const { translations } = await read('/team');
  expect(translations.pt.site_headline).toBe('Bem-vindos');
  expect(translations.de.site_headline).toMatch(/^\[de\]/);
});

test('a form that is saved as it is shown changes nothing', async () => {
  const { base, readForms, save, teamId, findListing } = await openPolyglot();
  const countEvents = () => world.db.$count(teamEvents, eq(teamEvents.teamId, teamId));
  const before = await countEvents();
  for (const path of [
    `${base}/fr/team`,
    `${base}/fr/charges`,
    `${base}/fr/places/${findListing('house').id}`,
  ])
    for (const key of (await readForms(path)).keys()) expectPage(await save(path, key, {}), 200, 'Saved.');
  expect(await countEvents()).toBe(before);
});

test('a text beyond its length, and one that others have changed meanwhile, are refused with what was typed', async () => {
  const { base, readForms, save, visitor, send, findListing } = await openPolyglot();
  const { id } = findListing('loft');
  const path = `${base}/es/places/${id}`;
  const long = await save(path, 'place', { headline: 'x'.repeat(256) });
  expectPage(long, 422, 'id="place-headline-error"');
  const form = (await readForms(path)).get('place') ?? {};
  await send('PUT', `/listings/${id}`, { translations: { es: { headline: 'Otro' } } });
  const late = await visitor.submit(path, { ...form, 'place-headline': 'Mío' });
  expectPage(late, 422, 'Somebody has changed this meanwhile.');
  expect(late.body).toContain('value="Mío"');
});

test('a caption that others have changed meanwhile is refused with what was typed', async () => {
  const { base, readForms, visitor, send, read, findListing } = await openPolyglot();
  const { id } = findListing('loft');
  const path = `${base}/es/places/${id}`;
  const [photo] = (await read(`/listings/${id}/photos`)).photos;
  const form = (await readForms(path)).get(`photo-${photo.id}`) ?? {};
  const change = { translations: { es: { caption: 'Otro' } } };
  await send('PUT', `/listings/${id}/photos/${photo.id}`, change);
  const late = await visitor.submit(path, { ...form, [`photo-${photo.id}-caption`]: 'Mía' });
  expectPage(late, 422, 'Somebody has changed this meanwhile.');
  expect(late.body).toContain('Mía');
  expect((await read(`/listings/${id}/photos`)).photos[0].translations.es).toEqual(change.translations.es);
});

test('a long list of fees is translated page by page, and all of it counts', async () => {
  const { base, teamId, visitor, save, send, read } = await openPolyglot();
  const { total: translated } = (await send('GET', '/fees')).body.meta;
  for (let n = 0; n < 30; n += 1)
    await buildFee(world, { teamId, code: `zz-${String(n).padStart(2, '0')}`, name: `Fee ${n}` });
  const first = `${base}/de/charges?kind=fee`;
  expect((await visitor.get(first)).body).toContain('rel="next"');
  const saved = await save(`${first}&page=2`, 'fee-zz-29', { name: 'Gebühr 29' });
  expectPage(saved, 200, 'Saved.');
  expect(saved.body).toContain('value="Gebühr 29"');
  expect((await read('/fees/zz-29')).translations).toEqual({ de: { name: 'Gebühr 29' } });
  expect((await visitor.get(`${base}/de`)).body).toContain(
    `${translated + 1} of ${translated + 30} translated`,
  );
});

test('a language says how far each place is, and in which language guests read it', async () => {
  const { base, visitor, send, findListing } = await openPolyglot();
  await send('PUT', `/listings/${findListing('loft').id}`, { translations: { de: { headline: null } } });
  const { body } = await visitor.get(`${base}/de`);
  expect(body).toContain('Shown in English until one more text is there');
  expect(body).toContain('Shown in German');
  expect(body).toContain('All translated');
});

test('the language of a guest and of a booking is chosen among those of the team, and shown only by a team with several', async () => {
  const { visitor, base, read, send, findListing } = await openPolyglot();
  const pages = base.replace('/languages', '');
  const { data: guest } = (await send('POST', '/guests', { name: 'Bea', language: 'fr' })).body;
  const path = `${pages}/guests/${guest.id}`;
  const [form] = formsIn((await visitor.get(path)).body, path).filter(({ action }) => action === path);
  expect(Object.fromEntries(form?.fields ?? []).language).toBe('fr');
  expectPage(
    await visitor.submit(path, { ...Object.fromEntries(form?.fields ?? []), language: 'pt' }),
    200,
    'saved',
  );
  expect((await read(`/guests/${guest.id}`)).language).toBe('pt');
  const listing_id = findListing('loft').id;
  const stay = { listing_id, check_in: day(20), check_out: day(24), number_of_guests: 2, guest_id: guest.id };
  const { data: booking } = (await send('POST', '/bookings', stay)).body;
  const at = `${pages}/bookings/${booking.id}`;
  const billing = formsIn((await visitor.get(at)).body, at).find(({ action }) => action === `${at}/billing`);
  const fields = Object.fromEntries(billing?.fields ?? []);
  expectPage(
    await visitor.submit(`${at}/billing`, { ...fields, step: 'save', language: 'es' }),
    200,
    'The billing is saved.',
  );
  expect((await read(`/bookings/${booking.id}`)).language).toBe('es');
  const { visitor: other, base: plain } = await openTeamPages(world);
  expect((await other.get(`${plain}/guests`)).body).not.toContain('name="language"');
});
