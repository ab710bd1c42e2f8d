/** Forms that are sent as they are shown, for a team whose values are as odd as the API takes them. */
import { sql } from 'drizzle-orm';
import type { TestApp } from '../../helpers/app.ts';
import type { Client, Json } from '../../helpers/bookings.ts';
import { INCIDENTAL_TABLES } from '../../helpers/incidental-tables.ts';
import { buildMember, visitorOf } from '../../helpers/pages.ts';
import { words } from '../../helpers/words.ts';
import { openLivelyTeam } from '../lively-team.ts';
import { formsIn, kindOfForm, type PageForm, sendForm } from './page-forms.ts';

/** They add something, take a step or lead on, and show nothing that they would store. */
const DOES_SOMETHING = new Set(
  words(`
  /app/sign-out /app/account/password
  /app/teams/*/guests /app/teams/*/guests/*/erase
  /app/teams/*/members /app/teams/*/members/*/remove
  /app/teams/*/members/roles/new /app/teams/*/members/roles/*/delete
  /app/teams/*/tokens /app/teams/*/tokens/*/show /app/teams/*/tokens/*/revoke /app/teams/*/tokens/enforcement
  /app/teams/*/webhooks /app/teams/*/webhooks/*/test /app/teams/*/webhooks/*/status /app/teams/*/webhooks/*/secret
  /app/teams/*/webhooks/*/secret/rotate /app/teams/*/webhooks/*/replay /app/teams/*/webhooks/*/delete
  /app/teams/*/bookings/new /app/teams/*/bookings/*/confirm /app/teams/*/bookings/*/cancel
  /app/teams/*/bookings/*/hold /app/teams/*/bookings/*/unit /app/teams/*/bookings/*/guest-link
  /app/teams/*/bookings/*/messages /app/teams/*/bookings/*/payments /app/teams/*/bookings/*/payments/*
  /app/teams/*/bookings/*/invoices/* /app/teams/*/bookings/*/security-deposit
  /app/teams/*/places/new /app/teams/*/places/*/close /app/teams/*/places/*/units
  /app/teams/*/places/*/units/*/take-out /app/teams/*/places/*/channels /app/teams/*/places/*/photos/*/delete
  /app/teams/*/prices/adjust /app/teams/*/prices/*/copy-seasons /app/teams/*/prices/*/days
  /app/teams/*/charges/new/* /app/teams/*/charges/*/*/delete
  /app/teams/*/calendar/blocks/*/delete /app/teams/*/calendar/units/*/address
  /app/teams/*/calendar-feeds /app/teams/*/calendar-feeds/*/address /app/teams/*/calendar-feeds/*/refresh
  /app/teams/*/calendar-feeds/*/delete
  /app/teams/*/messages/suppressions /app/teams/*/messages/suppressions/*/delete /app/teams/*/messages/kinds/*/ours`),
);

/** They show a default. Whoever sends it makes it their own, so that it stays when the default changes. */
const SHOWS_DEFAULTS: Record<string, (form: PageForm, all: readonly PageForm[]) => boolean> = {
  // Its days are from today on, and those of the example are past (docs/rules.md, 12.18).
  '/app/teams/*/bookings/*/payment-plan': () => true,
  '/app/teams/*/messages/kinds/*/text': ({ page }, all) =>
    !all.some((other) => other.page === page && other.action.endsWith('/ours')),
};

const findField = ({ fields }: PageForm, name: string): string | undefined =>
  fields.find(([one]) => one === name)?.[1];

/** Two forms of one address: the other one adds a season, or moves a booking. */
const SHOWS_NOTHING: Record<string, (form: PageForm) => boolean> = {
  '/app/teams/*/prices/*/seasons': (form) => findField(form, 'chosen') === '',
  '/app/teams/*/bookings/*/change': (form) => findField(form, 'check_in') === undefined,
};

/** What a form's first button only shows. Another one saves it. */
const SHOWN_FIRST = /\/bookings\/\*\/(change|price|billing)$/;

/** The forms that show what is stored, each once. */
export function listSettingForms(all: readonly PageForm[]): PageForm[] {
  const found = new Map<string, PageForm>();
  for (const form of all) {
    const kind = kindOfForm(form.action);
    const isOther =
      DOES_SOMETHING.has(kind) || SHOWS_DEFAULTS[kind]?.(form, all) || SHOWS_NOTHING[kind]?.(form);
    if (form.method === 'post' && !isOther) found.set(`${form.action} ${findField(form, 'chosen')}`, form);
  }
  return [...found.values()];
}

const FORGOTTEN = [...INCIDENTAL_TABLES, ...words('sessions sign_in_attempts idempotency_records')];

/** All rows of all tables, but for those that remember requests. */
export async function readRows({ db }: TestApp): Promise<Set<string>> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const reads = tables.rows
    .filter(({ name }) => !FORGOTTEN.includes(name))
    .map(({ name }) => `select '${name} ' || t::text as row from "${name}" t`);
  const { rows } = await db.execute<{ row: string }>(sql.raw(reads.join(' union all ')));
  return new Set(rows.map(({ row }) => row));
}

const listErrors = (body: string): string[] =>
  [...body.matchAll(/<p class="error"[^>]*>([^<]*)/g)].map(([, text = '']) => text);

type Team = Awaited<ReturnType<typeof openOddTeam>>;

/** Sends each as a browser does, with both buttons if the first one only shows something, and tells what went wrong. */
export async function findChanges(world: TestApp, { visitor }: Team, forms: readonly PageForm[]) {
  const problems: unknown[] = [];
  let before = await readRows(world);
  for (const form of forms) {
    const { page, action, fields, missing } = form;
    let answer = await sendForm(world, visitor, form);
    if (answer.statusCode === 200 && SHOWN_FIRST.test(kindOfForm(action))) {
      const shown = formsIn(answer.body, page).find((one) => one.action === action) ?? form;
      const saved = shown.fields.map(([name, value]): [string, string] => [
        name,
        name === 'step' ? 'save' : value,
      ]);
      answer = await sendForm(world, visitor, { ...shown, fields: saved });
    }
    const after = await readRows(world);
    const changed = [...after.symmetricDifference(before)];
    if (answer.statusCode !== 303 || changed.length > 0 || missing.length > 0) {
      const sent = fields.filter(([name]) => name !== 'form_token');
      const { statusCode, body } = answer;
      problems.push({ page, action, statusCode, errors: listErrors(body), missing, sent, changed });
    }
    before = after;
  }
  return problems;
}

const LINES = '“One”  two\n\n  three: & <four>\nfive';

const addOddPlace = (id: string): [string, object][] => [
  [
    `/listings/${id}`,
    {
      nickname: null,
      headline: '"Quoted" & <b>',
      description: LINES,
      arrival_instructions: LINES,
      address: { street: '1  Quay', latitude: '-8.1', longitude: '0' },
      amenities: ['wifi', 'kitchen'],
      house_rules: { smoking: false, quiet_from: '22:00', minimum_age: 18, text: LINES },
      rooms: [
        {
          name: 'Room  1',
          beds: [
            { kind: 'cot', count: 1 },
            { kind: 'double', count: 2 },
          ],
        },
        { name: 'Room 2', beds: [] },
      ],
      max_children: 0,
      max_pets: 2,
      custom_fields: { key_box: '0471', floor: 3.5, is_new: false, small: 1e-7, note: 'a: b' },
      cancellation_policy: {
        name: 'Odd  terms',
        tiers: [
          { days_before: 30, refund_percent: 33.3333 },
          { days_before: 0, refund_percent: 0 },
        ],
        grace_hours: 1,
        grace_days_before: 0,
        fee_of: 'nights',
      },
    },
  ],
  [
    `/listings/${id}/rates`,
    {
      rates: { nightly: 12_345, weekend_nightly: 1, weekend_days: [7, 1], extra_child_nightly: 0 },
      rules: { min_stay: 1, max_stay: 730, advance_notice_days: 0 },
    },
  ],
];

const ODD_TEAM = {
  contact: { email: 'Desk@Harbour.example', phone: null, website: null },
  imprint: LINES,
  deposit_percent: 33.3333,
  invoice_details: { address: LINES, footer: LINES },
  invoice_numbering: 'consecutive',
};

const ODD_BOOKING = {
  notes: LINES,
  special_requests: LINES,
  external_reference: 'A/1',
  custom_fields: { flight: 'TP 931: late', nights: 2, is_vip: true, code: '0012' },
  billing_name: 'Lind  & Co',
  billing_address: LINES,
  adjustments: [
    { name: 'Late  check-out', amount: 1_250, taxable: true },
    { name: 'Sorry', amount: -5 },
  ],
};

const ODD_CHARGES = [
  ['/fees', { code: 'pets', name: 'Pets', basis: 'pet_night', amount: 99, valid_from: '2027-01-01' }],
  ['/fees', { code: 'kids', name: 'Kids', basis: 'guest', amount: 5, ages: { from: 0, to: 17 } }],
  ['/fees', { code: 'late', name: 'Late', basis: 'stay', amount: 1, optional: true, max_quantity: 2 }],
  [
    '/taxes',
    { code: 'gst', name: 'GST', basis: 'percent', percent: 6.125, applies_to: ['fees'], included: true },
  ],
  [
    '/taxes',
    {
      code: 'bed',
      name: 'Bed',
      basis: 'guest_night',
      amount: 150,
      ages: { from: 12 },
      exempt_from_nights: 28,
    },
  ],
  ['/taxes', { code: 'cap', name: 'Cap', basis: 'percent_guest_night', percent: 5, max_amount: 300 }],
  ['/discounts', { code: 'last', name: 'Last', kind: 'last_minute', days_before: 0, percent: 0.0001 }],
  [
    '/coupons',
    {
      code: 'ODD-1',
      amount: 1,
      active: false,
      stay_from: '2027-01-01',
      min_nights: 1,
      listings: ['sea-loft'],
    },
  ],
] as const;

async function addOddValues(client: Client, loftId: string) {
  const { data, send, read } = client;
  for (const [path, body] of [...addOddPlace(loftId), ['/team', ODD_TEAM]] as [string, object][])
    await data(send('PUT', path, body));
  for (const [path, body] of ODD_CHARGES) await data(send('POST', path, body), 201);
  const bookings: Json[] = await read('/bookings?per_page=100');
  const agreed = bookings.filter(({ status, notes }) => status === 'confirmed' && notes === null);
  const totals = [{ accommodation_total: 90_001 }, { grand_total: 150_000, fees_total: 0, taxes_total: 1 }];
  for (const [index, total] of totals.entries())
    await data(send('PUT', `/bookings/${agreed[index].id}`, { totals: total }));
  const noted = bookings.find(({ notes }) => notes !== null);
  await data(send('PUT', `/bookings/${noted.id}`, ODD_BOOKING));
  await data(send('PUT', `/guests/${noted.guest_id}`, { notes: LINES }));
  const [webhook]: Json[] = await read('/webhooks');
  await data(send('PUT', `/webhooks/${webhook.id}`, { types: ['booking.created', 'guest.erased'] }));
  const [feed]: Json[] = await read('/calendar-feeds');
  return { booking: noted.id, guest: noted.guest_id, webhook: webhook.id, feed: feed.id };
}

export async function openOddTeam(world: TestApp) {
  const { teamId, base, loftId, client } = await openLivelyTeam(world);
  const ids = await addOddValues(client, loftId);
  const { email } = await buildMember(world, { teamId, name: 'Max Bo', email: 'max@harbour.example' });
  const visitor = visitorOf(world);
  await visitor.signIn(email);
  // It stores when the token was used, which is otherwise written a moment later.
  await world.services.close();
  return { teamId, base, loftId, email, visitor, client, ...ids };
}
