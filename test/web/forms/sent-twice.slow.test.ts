/**
 * Every form that creates or sends something does so once, however often it is sent (docs/rules.md, 21.7). The forms are
 * found in the served pages. One that is not in the tables below, or a form's address that no page leads to, fails.
 */
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import type { Client } from '../../helpers/bookings.ts';
import { buildMember, type Fields, linkIn, PASSWORD, visitorOf } from '../../helpers/pages.ts';
import { words } from '../../helpers/words.ts';
import { openReceiver } from '../../options/webhooks/receiver.ts';
import { NO_NAMES_KNOWN } from '../../reliability/route-entries.ts';
import { LOFT_A, openLivelyTeam } from '../lively-team.ts';
import { crawlForms, formsIn, type PageForm } from './page-forms.ts';

const EMAIL = 'max@harbour.example';
const formRoutes = new Set<string>();
const receiver = await openReceiver();
afterAll(() => receiver[Symbol.asyncDispose]());
const world = await openSharedApp({
  outbound: { ...NO_NAMES_KNOWN, allow: ['127.0.0.1'] },
  extend: (app: FastifyInstance) =>
    app.addHook('onRoute', ({ method, url }) => {
      // A picture is sent by the page's script, which is no form.
      if (method === 'POST' && url.startsWith('/app') && !url.endsWith('/upload'))
        formRoutes.add(url.replaceAll(/:\w+/g, '*'));
    }),
});

/** What is typed into a form, and a number that grows by one each time it does its work. */
type Creating = { typed: Fields; count: () => Promise<number> };

async function countBy(query: string): Promise<number> {
  const { rows } = await world.db.execute<{ count: number }>(sql.raw(query));
  return Number(rows[0]?.count);
}
const rowsOf = (table: string) => () => countBy(`select count(*) from ${table}`);

const CREATING: Record<string, Creating> = {
  '/app/teams/*/bookings/new': { typed: { guest_name: 'Ida Moe' }, count: rowsOf('bookings') },
  '/app/teams/*/calendar/blocks/*/guest': { typed: { guest_name: 'Zoe Quill' }, count: rowsOf('bookings') },
  '/app/teams/*/bookings/*/payments': { typed: { payment_amount: '5' }, count: rowsOf('payments') },
  '/app/teams/*/places/new': {
    typed: { public_title: 'Barn', max_guests: '2', units: '1', nightly: '90', min_stay: '1' },
    count: rowsOf('listings'),
  },
  '/app/teams/*/places/*/units': { typed: { names: 'Attic' }, count: rowsOf('units') },
  '/app/teams/*/places/*/channels': {
    typed: { name: 'Vrbo', url: 'https://feeds.example/b.ics' },
    count: rowsOf('calendar_feeds'),
  },
  '/app/teams/*/prices/*/seasons': {
    typed: {
      season_name: 'Harvest',
      season_start_date: '2028-09-01',
      season_end_date: '2028-09-20',
      season_nightly: '120',
    },
    count: rowsOf('seasons'),
  },
  '/app/teams/*/prices/*/copy-seasons': {
    typed: { seasons: '2028-09-01', next_year: 'on' },
    count: rowsOf('seasons'),
  },
  '/app/teams/*/charges/new/*': {
    typed: { name: 'Laundry', code: 'LAUNDRY', value: '9', days: '9', look: '' },
    count: () =>
      countBy(`select (select count(*) from fees) + (select count(*) from taxes)
      + (select count(*) from discounts) + (select count(*) from coupons) as count`),
  },
  '/app/teams/*/guests': { typed: { name: 'Kai Ode' }, count: rowsOf('guests') },
  '/app/teams/*/bookings/*/messages': {
    typed: { subject: 'Parking', body: 'Number 4.' },
    count: rowsOf('mails'),
  },
  '/app/teams/*/messages/*/resend': { typed: {}, count: rowsOf('mails') },
  '/app/teams/*/messages/suppressions': {
    typed: { email: 'nobody@harbour.example' },
    count: rowsOf('mail_suppressions'),
  },
  '/app/teams/*/messages/kinds/*/text': { typed: { subject: 'Twice' }, count: rowsOf('mail_texts') },
  '/app/teams/*/members': {
    typed: { name: 'Una Berg', email: 'una@harbour.example' },
    count: rowsOf('invitations'),
  },
  '/app/teams/*/members/roles/new': {
    typed: { name: 'Night desk', code: 'twice', permissions: 'bookings:read' },
    count: rowsOf('roles'),
  },
  '/app/teams/*/tokens': { typed: { name: 'Till', scope: 'read-only' }, count: rowsOf('tokens') },
  '/app/teams/*/webhooks': {
    typed: { url: 'https://stays.example/hook', description: 'Twice' },
    count: rowsOf('webhooks'),
  },
  '/app/teams/*/webhooks/*/test': { typed: {}, count: async () => receiver.received.length },
  '/app/teams/*/webhooks/*/replay': {
    typed: { after: '0' },
    count: () => countBy('select sum(round) as count from webhooks'),
  },
  // Twice, the former secret would be one that no receiver has.
  '/app/teams/*/webhooks/*/secret/rotate': {
    typed: {},
    count: () => countBy('select count(*) from webhooks where previous_ciphertext = description'),
  },
  '/app/teams/*/webhooks/*/deliveries/*/redeliver': {
    typed: {},
    count: () => countBy(`select count(*) from webhook_deliveries where status = 'pending'`),
  },
  '/app/teams/*/calendar-feeds': {
    typed: { name: 'Airbnb', url: 'https://feeds.example/a.ics' },
    count: rowsOf('calendar_feeds'),
  },
  '/app/teams/*/calendar/units/*/block': {
    typed: { check_in: '2028-02-01', check_out: '2028-02-04' },
    count: rowsOf('blocks'),
  },
  '/app/teams/*/calendar/units/*/address': { typed: {}, count: rowsOf('calendar_addresses') },
  '/app/teams/*/calendar-feeds/*/address': { typed: {}, count: rowsOf('calendar_addresses') },
};

/** Forms that people without a session send: the tests of forgotten passwords and of a team's beginning send them. */
const WITHOUT_SESSION = words('/app/forgot-password /app/new-password/*/*/* /app/begin');

/**
 * The forms that are there once prices have been changed or the site has a picture: adjust-prices.test.ts,
 * undo-prices.test.ts and site.test.ts send them.
 */
const AFTER_A_CHANGE = words(
  '/app/teams/*/prices/adjust/undo /app/teams/*/prices/*/undo /app/teams/*/bookings/*/invoices /app/teams/*/site/logo/delete /app/teams/*/site/cover/delete',
);

/** The forms of people with a second factor or several sessions: factors.test.ts and required-factor.test.ts send them. */
const ONCE_SECURED = words(
  '/app/sign-in/code /app/account/factors /app/account/factors/*/remove /app/account/recovery-codes /app/account/sessions/*/end /app/account/sessions/end-others',
);

/** Another button of a form for a text shows it, and changes nothing. */
const BY_ANOTHER_BUTTON = ['/app/teams/*/messages/kinds/*/preview'];

/** The link itself works once, so the second sending is told that it is used. */
const JOINING = '/app/invitations/*';

/**
 * Forms that set, show or end something, in an order in which each can still be sent. Sent twice, they leave what they leave
 * when sent once.
 */
const NOT_CREATING = words(`
  /app/sign-in /app/sign-out /app/account/name
  /app/teams/*/places/*/about/* /app/teams/*/places/*/close /app/teams/*/places/*/open
  /app/teams/*/places/*/photos/* /app/teams/*/places/*/photos/*/delete
  /app/teams/*/places/*/units/* /app/teams/*/places/*/units/*/take-out
  /app/teams/*/places/*/units/*/put-back /app/teams/*/places/*/units/*/delete /app/teams/*/places/*/delete
  /app/teams/*/prices/adjust /app/teams/*/site /app/teams/*/charges/*/* /app/teams/*/charges/*/*/delete
  /app/teams/*/team/*
  /app/teams/*/prices/* /app/teams/*/prices/*/guests /app/teams/*/prices/*/days
  /app/teams/*/bookings/*/notes /app/teams/*/bookings/*/references /app/teams/*/bookings/*/billing /app/teams/*/bookings/*/unit
  /app/teams/*/bookings/*/change /app/teams/*/bookings/*/price
  /app/teams/*/bookings/*/guest-link
  /app/teams/*/bookings/*/hold /app/teams/*/bookings/*/confirm /app/teams/*/bookings/*/payments/*
  /app/teams/*/bookings/*/payment-plan
  /app/teams/*/bookings/*/invoices/* /app/teams/*/bookings/*/security-deposit /app/teams/*/bookings/*/cancel
  /app/teams/*/guests/* /app/teams/*/guests/*/erase
  /app/teams/*/messages/*/withdraw /app/teams/*/messages/suppressions/*/delete
  /app/teams/*/messages/kinds/*/rule /app/teams/*/messages/kinds/*/ours /app/account/messages
  /app/teams/*/tokens/*/show /app/teams/*/tokens/enforcement /app/teams/*/tokens/*/revoke
  /app/teams/*/languages/*/team /app/teams/*/languages/*/charges /app/teams/*/languages/*/places/* /app/teams/*/languages
  /app/teams/*/members/roles/* /app/teams/*/members/roles/*/delete /app/teams/*/members/*/role
  /app/teams/*/members/links/*/withdraw /app/teams/*/members/*/remove
  /app/teams/*/webhooks/* /app/teams/*/webhooks/*/status /app/teams/*/webhooks/*/secret
  /app/teams/*/webhooks/*/delete
  /app/teams/*/calendar-feeds/*/address/show /app/teams/*/calendar-feeds/*/address/withdraw
  /app/teams/*/calendar-feeds/* /app/teams/*/calendar-feeds/*/refresh /app/teams/*/calendar-feeds/*/delete
  /app/teams/*/calendar/units/*/address/show /app/teams/*/calendar/units/*/address/withdraw
  /app/teams/*/calendar/blocks/*/delete
  /app/account/password`);

/** A booking that is confirmed gets its first invoice, and one whose payment is set back is planned anew. */
const ADDED_BY: Record<string, string> = {
  '/app/teams/*/bookings/*/confirm': 'invoices',
  '/app/teams/*/bookings/*/payments/*': 'payments',
};

/** What must be typed into some of them. */
const TYPED: Record<string, Fields> = {
  '/app/sign-in': { email: EMAIL, password: PASSWORD },
  '/app/account/password': { password: PASSWORD, new_password: 'grey herons in rain' },
  '/app/teams/*/prices/*/days': { start_date: '2027-08-01', end_date: '2027-08-03', nightly: '99' },
};

/** These grow with every request, hold what is remembered of it, or have one row for each day that is set. */
const GROWS_WITH_USE = new Set(
  words('day_overrides team_events sessions sign_in_attempts idempotency_records'),
);

type Visitor = ReturnType<typeof visitorOf>;

/** The form on its page as it is now, with what is typed into it. Null if the page no longer shows it. */
async function openForm(visitor: Visitor, { page, action }: PageForm, typed: Fields): Promise<string | null> {
  const { body } = await visitor.get(page);
  const form = formsIn(body, page).find((one) => one.method === 'post' && one.action === action);
  if (!form) return null;
  const kept = form.fields.filter(([name]) => !Object.hasOwn(typed, name));
  return String(new URLSearchParams([...kept, ...Object.entries(typed)]));
}

const send = (visitor: Visitor, url: string, payload: string) => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  return world.app.inject({ method: 'POST', url, payload, headers });
};

/** Sends the first of these forms that its page still shows, twice at once. Returns false if none is shown any more. */
async function sendFirst(visitor: Visitor, forms: readonly PageForm[], typed: Fields): Promise<boolean> {
  for (const form of forms) {
    const payload = await openForm(visitor, form, typed);
    if (payload === null) continue;
    const answers = await Promise.all([1, 2].map(() => send(visitor, form.action, payload)));
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
    return true;
  }
  return false;
}

/** The number of rows in each table that forms could add to. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await world.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const names = tables.rows.map(({ name }) => name).filter((name) => !GROWS_WITH_USE.has(name));
  const counts = names.map((name) => `(select count(*)::int from "${name}") as "${name}"`);
  const { rows } = await world.db.execute<Record<string, number>>(sql.raw(`select ${counts.join(', ')}`));
  return rows[0] ?? {};
}

/** The id of a draft that nobody has booked, with a unit that is taken out. */
async function addDraft({ data, send }: Client): Promise<string> {
  const shed = { kind: 'standalone', public_title: 'Shed', max_guests: 2, rates: { nightly: 1 } };
  const { id } = await data(send('POST', '/listings', { ...shed, status: 'draft', units: ['Left'] }), 201);
  await data(send('POST', `/listings/${id}/units`, { name: 'Right', active: false }), 201);
  return id;
}

/** A member of a team with something of everything, and a link and a delivery that the example lacks. */
async function openTeam() {
  const { teamId, base, loftId, client } = await openLivelyTeam(world);
  await buildMember(world, { teamId, name: 'Max Bo', email: EMAIL });
  const visitor = visitorOf(world);
  await visitor.signIn(EMAIL);
  await visitor.get(`${base}/members`);
  // One of the links is followed, the other withdrawn.
  await visitor.submit(`${base}/members`, { name: 'Pia Ny', email: 'pia@harbour.example' });
  const added = await visitor.submit(`${base}/members`, { name: 'Ole Ny', email: 'ole@harbour.example' });
  const [{ id: webhookId }] = await client.read('/webhooks');
  await world.db.execute(
    sql.raw(`insert into webhook_deliveries (team_id, id, webhook_id, event_id, position, round, type, status, attempts, created_at)
      values (${teamId}, gen_random_uuid(), '${webhookId}', gen_random_uuid(), 1, 1, 'guest.created', 'failed', 3, now())`),
  );
  await world.db.execute(
    sql.raw(`insert into mails (team_id, id, kind, language, status, to_name, to_email, subject, plain_text, html, attempts, message_id, created_at)
      values (${teamId}, gen_random_uuid(), 'request_arrived', 'en', 'kept', 'Max Bo', '${EMAIL}', 'A request', 'x', 'x', 0, '<1@x>', now())`),
  );
  await client.data(client.send('POST', '/mail-suppressions', { email: 'blocked@harbour.example' }), 201);
  await client.data(client.send('PUT', '/mail-texts/payment_received/en', { subject: 'Ours no more' }));
  const { rows } = await world.db.execute<{ id: string }>(
    sql.raw(`insert into blocks (team_id, id, listing_id, unit_id, start_date, end_date, event_start_date, event_end_date, source, uid, feed_id, created_at)
      select team_id, gen_random_uuid(), listing_id, unit_id, '2029-03-01', '2029-03-04', '2029-03-01', '2029-03-04', 'Channel', 'a',
        (select min(id::text)::uuid from calendar_feeds where team_id = ${teamId}), now()
      from blocks where team_id = ${teamId} limit 1 returning id`),
  );
  // For the forms that test it and make a new secret.
  await world.db.execute(sql`update webhooks set url = ${receiver.url}, description = ciphertext`);
  const block = rows[0]?.id ?? '';
  return { base, loftId, visitor, block, link: linkIn(added.body), draft: await addDraft(client) };
}

test('every form that creates something, sent twice at once, creates it once', async () => {
  const { base, loftId, visitor, block, link, draft } = await openTeam();
  const stay = 'check_in=2027-06-07&check_out=2027-06-11&adults=2';
  const own = await crawlForms(
    visitor,
    [
      `${base}/today`,
      `${base}/places/${loftId}/photos`,
      `${base}/bookings/new?${stay}&listing=${loftId}`,
      `${base}/calendar/units/${LOFT_A}/block`,
      '/app/account',
    ],
    base,
  );
  const site = `/site/${base.split('/').at(-1)}`;
  const strange = await crawlForms(visitorOf(world), ['/app/sign-in', link, site, `${site}/sea-loft`], site);
  const ofDraft = await crawlForms(visitor, [`${base}/places/${draft}`], `${base}/places/${draft}`);
  const guestForm = `${base}/calendar/blocks/${block}/guest`;
  const ofStay = await crawlForms(visitor, [guestForm], guestForm);
  const found = new Map([...strange, ...ofDraft, ...ofStay, ...own]);

  expect([...found.keys()].filter((kind) => !kind.startsWith('/app'))).toEqual([]);
  const known = [...Object.keys(CREATING), JOINING, ...NOT_CREATING];
  const addressForms = ['/app/teams/*/calendar/units/*/address', '/app/teams/*/calendar-feeds/*/address'];
  // Once a unit or a feed has an address, its page has two forms more.
  const later = addressForms.flatMap((form) => [`${form}/show`, `${form}/withdraw`]);
  expect([...found.keys(), ...later].toSorted()).toEqual(known.toSorted());
  expect([...formRoutes].toSorted()).toEqual(
    [...known, ...WITHOUT_SESSION, ...AFTER_A_CHANGE, ...ONCE_SECURED, ...BY_ANOTHER_BUTTON].toSorted(),
  );

  for (const [kind, { typed, count }] of Object.entries(CREATING)) {
    const form = found.get(kind)?.[0] as PageForm;
    const payload = (await openForm(visitor, form, typed)) ?? '';
    const before = await count();
    const answers = await Promise.all([1, 2].map(() => send(visitor, form.action, payload)));
    answers.push(await send(visitor, form.action, payload));
    const led = answers.map(({ statusCode, headers }) => [statusCode, headers.location]);
    expect([kind, await count(), ...led]).toEqual([kind, before + 1, ...Array(3).fill([303, led[0]?.[1]])]);
  }

  const [join] = (found.get(JOINING) ?? []) as [PageForm];
  const stranger = visitorOf(world);
  const payload = (await openForm(stranger, join, { password: PASSWORD })) ?? '';
  const members = await rowsOf('memberships')();
  const joined = await Promise.all([1, 2].map(() => send(stranger, join.action, payload)));
  expect(joined.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 404]);
  expect(await rowsOf('memberships')()).toBe(members + 1);

  for (const addressForm of addressForms) {
    // The address of the form is that of its own page, too.
    const [{ action }] = (found.get(addressForm) ?? []) as [PageForm];
    for (const [kind, forms] of await crawlForms(visitor, [action], action)) found.set(kind, forms);
  }
  const another = visitorOf(world);
  await another.signIn(EMAIL);
  const senders: Record<string, Visitor> = { '/app/sign-in': visitorOf(world), '/app/sign-out': another };
  for (const kind of NOT_CREATING) {
    const before = await countRows();
    const isSent = await sendFirst(senders[kind] ?? visitor, found.get(kind) ?? [], TYPED[kind] ?? {});
    const grown = Object.entries(await countRows()).filter(([table, rows]) => rows > (before[table] ?? 0));
    const table = ADDED_BY[kind];
    const added = table === undefined ? [] : [[table, (before[table] ?? 0) + 1]];
    expect([kind, isSent, grown]).toEqual([kind, true, added]);
  }
});
