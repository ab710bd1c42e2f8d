/** Whoever sends a form that somebody else has changed meanwhile is told, and overwrites nothing (docs/rules.md, 21.21). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import type { Json } from '../../../../helpers/bookings.ts';
import { buildMember, visitorOf } from '../../../../helpers/pages.ts';
import {
  crawlForms,
  formsIn,
  kindOfForm,
  type PageForm,
  sendForm,
} from '../../../../web/forms/page-forms.ts';
import { listSettingForms, openOddTeam, readRows } from '../../../../web/forms/unchanged.ts';

type Typed = Record<string, string | string[]>;
/** What the first and the second person type, and what the second one types wrongly before. */
type Both = { first: Typed; second: Typed; wrong?: Record<string, string> };

const CHANGED = 'Somebody has changed this meanwhile.';
const SHOWN_FIRST = 'What it would change is shown first.';

/** Of every form that shows what is stored. A text says why its kind needs no such guard. */
const listTyped = (places: string[]): Record<string, Both | string> => ({
  '/app/account/name': 'It is one value, of the person who sends it.',
  '/app/account/messages': {
    first: { 'kinds-harbour': ['feed_failing'] },
    second: { 'kinds-harbour': ['booking_arrived'] },
  },
  '/app/teams/*/prices/*': {
    first: { rates_nightly: '130.00' },
    second: { rules_min_stay: '2' },
    wrong: { rates_extra_guest_nightly: 'many' },
  },
  '/app/teams/*/prices/*/seasons': {
    first: { season_nightly: '190.00' },
    second: { season_min_stay: '5' },
    wrong: { season_weekend_nightly: 'many' },
  },
  '/app/teams/*/prices/*/guests': {
    first: { max_guests: '5' },
    second: { max_pets: '1' },
    wrong: { max_children: 'many' },
  },
  '/app/teams/*/site': {
    first: { site_headline: 'One' },
    second: { imprint: 'Two' },
    wrong: { deposit_percent: 'many' },
  },
  '/app/teams/*/languages': {
    first: { others: ['de', 'pt', 'fr'] },
    second: { others: ['de', 'pt', 'es'] },
    wrong: { first: 'xx' },
  },
  '/app/teams/*/team/*': {
    first: { name: 'One' },
    second: { timezone: 'Europe/Berlin' },
  },
  '/app/teams/*/bookings/*/billing': {
    first: { billing_name: 'One', step: 'save' },
    second: { billing_address: 'Two', step: 'save' },
  },
  '/app/teams/*/bookings/*/notes': { first: { notes: 'One' }, second: { special_requests: 'Two' } },
  '/app/teams/*/bookings/*/references': {
    first: { external_reference: 'One' },
    second: { custom_fields: 'two: 2' },
  },
  '/app/teams/*/bookings/*/change': SHOWN_FIRST,
  '/app/teams/*/bookings/*/price': SHOWN_FIRST,
  '/app/teams/*/places/*/about/*': {
    first: { headline: 'One' },
    second: { description: 'Two' },
    wrong: { public_title: '' },
  },
  '/app/teams/*/places/*/photos/*': {
    first: { caption: 'One' },
    second: { caption: 'Two' },
    wrong: { caption: 'x'.repeat(2_000) },
  },
  '/app/teams/*/places/*/units/*': { first: { name: 'One' }, second: { name: 'Two' }, wrong: { name: '' } },
  '/app/teams/*/guests/*': { first: { name: 'One' }, second: { notes: 'Two' }, wrong: { email: 'nobody' } },
  '/app/teams/*/members/*/role': { first: { role: 'accountant' }, second: { role: 'housekeeping' } },
  '/app/teams/*/members/*/places': {
    first: { places: 'some', listings: places.slice(0, 1) },
    second: { places: 'some', listings: places.slice(1, 2) },
  },
  '/app/teams/*/members/roles/*': { first: { name: 'One' }, second: { money: 'read' }, wrong: { name: '' } },
  '/app/teams/*/webhooks/*': {
    first: { description: 'One' },
    second: { types: ['guest.erased'] },
    wrong: { url: '' },
  },
  '/app/teams/*/calendar-feeds/*': {
    first: { name: 'One' },
    second: { ignore: 'Two' },
    wrong: { url: '' },
  },
  '/app/teams/*/charges/*/*': {
    first: { name: 'One' },
    second: { value: '7' },
    wrong: { max_nights: 'many' },
  },
  '/app/teams/*/languages/*/team': { first: { 'terms-name': 'One' }, second: { 'terms-name': 'Two' } },
  '/app/teams/*/languages/*/charges': {
    first: { 'fee-service-name': 'One' },
    second: { 'fee-service-name': 'Two' },
  },
  '/app/teams/*/languages/*/places/*': {
    first: { 'place-public_title': 'One' },
    second: { 'place-public_title': 'Two' },
  },
  '/app/teams/*/messages/kinds/*/rule': {
    first: { days: '2' },
    second: { hour: '11' },
    wrong: { days: 'many' },
  },
  '/app/teams/*/messages/kinds/*/text': {
    first: { subject: 'One' },
    second: { body: 'Two' },
    wrong: { subject: '' },
  },
});

const hasFields = ({ fields }: PageForm, typed: Typed): boolean =>
  Object.keys(typed).every((name) => name === 'listings' || fields.some(([one]) => one === name));

function type(form: PageForm, typed: Typed): PageForm {
  const kept = form.fields.filter(([name]) => !Object.hasOwn(typed, name));
  const added = Object.entries(typed).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return { ...form, fields: [...kept, ...added] };
}

const valuesOf = ({ fields }: PageForm, typed: Typed): string[] =>
  fields
    .filter(([name]) => name !== 'step' && Object.hasOwn(typed, name))
    .map(([name, value]) => `${name}=${value}`)
    .sort();

test('of two people who change the same thing by a form, the second is told, and overwrites nothing', async () => {
  const world = await openSharedApp();
  const { teamId, base, loftId, email, client, visitor: second } = await openOddTeam(world);
  const other = await buildMember(world, { teamId, role: 'desk' });
  const listings: Json[] = await client.read('/listings?kind=standalone,building');
  const table = listTyped(listings.map(({ id }) => id));

  const starts = [`${base}/today`, '/app/account', `${base}/prices/${loftId}?season=2027-06-15`];
  starts.push(`${base}/members/${other.id}/places`);
  const found = await crawlForms(second, starts, base);
  const forms = listSettingForms([...found.values()].flat());
  expect(Object.keys(table).sort()).toEqual(
    [...new Set(forms.map(({ action }) => kindOfForm(action)))].sort(),
  );

  const first = visitorOf(world);
  await first.signIn(email);

  for (const [kind, both] of Object.entries(table)) {
    if (typeof both === 'string') continue;
    const { first: one, second: two, wrong = null } = both;
    const all = { ...one, ...two, ...wrong };
    const ofKind = forms.filter((form) => kindOfForm(form.action) === kind && hasFields(form, all));
    const shown = ofKind.find(({ action }) => action.includes(other.id)) ?? ofKind[0];
    if (!shown) throw new Error(`No form ${kind} has these fields`);
    const findIn = (body: string): PageForm =>
      formsIn(body, shown.page).find(
        ({ action, fields }) => action === shown.action && hasFields({ ...shown, fields }, all),
      ) ?? shown;
    const open = async (visitor: typeof first) => findIn((await visitor.get(shown.page)).body);
    const [formOfFirst, opened] = [await open(first), await open(second)];

    expect([kind, (await sendForm(world, first, type(formOfFirst, one))).statusCode]).toEqual([kind, 303]);
    const rows = await readRows(world);
    let formOfSecond = type(opened, two);
    if (wrong) {
      const answer = await sendForm(world, second, type(formOfSecond, wrong));
      expect([kind, answer.statusCode, answer.body.includes(CHANGED)]).toEqual([kind, 422, false]);
      formOfSecond = type(findIn(answer.body), {
        ...Object.fromEntries(opened.fields.filter(([name]) => Object.hasOwn(wrong, name))),
        ...two,
      });
    }
    const told = await sendForm(world, second, formOfSecond);
    expect([kind, told.statusCode, told.body.includes(CHANGED)]).toEqual([kind, 422, true]);
    expect([kind, (await readRows(world)).symmetricDifference(rows).size]).toEqual([kind, 0]);
    const kept = findIn(told.body);
    expect([kind, valuesOf(kept, two)]).toEqual([kind, valuesOf(formOfSecond, two)]);
    expect([kind, (await sendForm(world, second, type(kept, two))).statusCode]).toEqual([kind, 303]);
  }
});
