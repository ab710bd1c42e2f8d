/** The page of a team's booking page (docs/rules.md, 15). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectPage, type Fields, openDesk, sendPicture } from '../../../helpers/pages.ts';
import { jpeg, pathOf, png } from '../../../helpers/pictures.ts';
import { formsIn } from '../../../web/forms/page-forms.ts';

const world = await openSharedApp();

const FIELDS: Fields = {
  site_bookings: 'request',
  hold_value: '12',
  hold_unit: 'hours',
  site_max_nights: '21',
  site_cancellation: 'by_terms',
  name: 'Harbour Inn',
  imprint: 'Bea Lo\r\nPier 1',
  site_sentence: 'An inn at the <pier>.',
  site_headline: 'Sleep over <water>',
  site_color: '#FFE000',
  contact_email: 'inn@example.com',
  contact_phone: '+351 21 000',
  contact_website: 'https://inn.example',
  terms_url: 'https://inn.example/terms',
  privacy_url: 'https://inn.example/privacy',
  deposit_percent: '30 %',
  balance_due_days: '14',
  payment_instructions: 'IBAN PT50\r\nwith your code',
  payment_link: 'https://pay.example/{confirmation_code}',
  arrival_days_before: '5',
  policy_name: 'Moderate',
  grace_hours: '24',
  fee_of: 'nights',
  fee_tax: 'vat',
  tier_0_days_before: '30',
  tier_0_refund_percent: '100',
  tier_2_days_before: '7',
  tier_2_refund_percent: '12,5',
};

test('the booking page of a team is switched on with its texts and terms, and its form then shows them', async () => {
  const { visitor, base, client, team } = await openDesk(world);
  const { body } = await visitor.get(`${base}/site`);
  expect(body).toContain('Guests see your open places there, and cannot book yet.');
  expect(body).toContain(`href="/site/${team.slug}"`);
  const seen = /name="seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const saved = await visitor.submit(`${base}/site`, { ...FIELDS, seen });
  expectPage(saved, 200, 'Saved. Bookings that exist keep their terms.');
  expect(saved.body).toContain('and request bookings.');
  expect(await client.read('/team')).toMatchObject({
    site_bookings: 'request',
    site_hold_minutes: 720,
    site_max_nights: 21,
    site_cancellation: 'by_terms',
    name: 'Harbour Inn',
    imprint: 'Bea Lo\nPier 1',
    deposit_percent: 30,
    balance_due_days: 14,
    payment_instructions: 'IBAN PT50\nwith your code',
    payment_link: 'https://pay.example/{confirmation_code}',
    arrival_days_before: 5,
    site_sentence: 'An inn at the <pier>.',
    site_headline: 'Sleep over <water>',
    site_color: '#ffe000',
    contact: { email: 'inn@example.com', phone: '+351 21 000', website: 'https://inn.example' },
    terms_url: 'https://inn.example/terms',
    privacy_url: 'https://inn.example/privacy',
    cancellation_policy: {
      name: 'Moderate',
      grace_hours: 24,
      grace_days_before: 0,
      tiers: [
        { days_before: 30, refund_percent: 100 },
        { days_before: 7, refund_percent: 12.5 },
      ],
      fee_of: 'nights',
      fee_tax: 'vat',
    },
  });
  const form = formsIn(saved.body, `${base}/site`).find(({ action }) => action === `${base}/site`);
  expect(Object.fromEntries(form?.fields ?? [])).toMatchObject({
    hold_value: '12',
    hold_unit: 'hours',
    tier_1_refund_percent: '12.5',
    tier_2_days_before: '',
  });
  const site = await world.app.inject(`/site/${team.slug}`);
  expect(site.body).toContain('<p>An inn at the &#60;pier&#62;.</p>');
  for (const name of ['innkeep-sentence', 'description'])
    expect(site.body).toContain(`<meta name="${name}" content="An inn at the &#60;pier&#62;.">`);
  // What was shown before is no longer stored.
  expectPage(
    await visitor.post(`${base}/site`, { ...FIELDS, seen }),
    422,
    'Somebody has changed this meanwhile.',
  );
});

test('settings of the booking page that are wrong are told at their fields, and nothing is saved', async () => {
  const { visitor, base, client } = await openDesk(world);
  const { body } = await visitor.get(`${base}/site`);
  const seen = /name="seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const wrong = await visitor.post(`${base}/site`, {
    ...FIELDS,
    seen,
    name: '',
    hold_value: '8',
    hold_unit: 'days',
    contact_website: 'inn',
    tier_2_refund_percent: '110',
    policy_name: '',
    fee_tax: '',
    deposit_percent: '-5',
  });
  expect(wrong.statusCode).toBe(422);
  for (const field of words) expect(wrong.body).toContain(`<p class="error" id="${field}-error">`);
  expect((await client.read('/team')).site_bookings).toBe('off');
});

const words = [
  'name',
  'hold_value',
  'contact_website',
  'tier_2_refund_percent',
  'policy_name',
  'deposit_percent',
];

test('a team without cancellation terms is one whose fields of them are empty', async () => {
  const { visitor, base, client } = await openDesk(world);
  const save = async (fields: Fields) => {
    const { body } = await visitor.get(`${base}/site`);
    const seen = /name="seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
    return visitor.submit(`${base}/site`, { ...FIELDS, seen, ...fields });
  };
  expectPage(await save({}), 200, 'Saved.');
  const none = ['policy_name', 'grace_hours', 'fee_tax', 'tier_0_days_before', 'tier_0_refund_percent'];
  const rest = ['tier_2_days_before', 'tier_2_refund_percent', 'contact_email'];
  expectPage(await save(Object.fromEntries([...none, ...rest].map((name) => [name, '']))), 200, 'Saved.');
  expect(await client.read('/team')).toMatchObject({ cancellation_policy: null, contact: { email: null } });
});

test('terms with a name alone are refused at the fields of their first row', async () => {
  const { visitor, base } = await openDesk(world);
  const { body } = await visitor.get(`${base}/site`);
  const seen = /name="seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const none = ['tier_0_days_before', 'tier_0_refund_percent', 'tier_2_days_before', 'tier_2_refund_percent'];
  const fields = { ...FIELDS, seen, ...Object.fromEntries(none.map((name) => [name, ''])) };
  const refused = await visitor.post(`${base}/site`, fields);
  expect(refused.statusCode).toBe(422);
  for (const field of none.slice(0, 2)) expect(refused.body).toContain(`id="${field}-error"`);
  expect(refused.body).not.toMatch(/\btier\b/);
});

test('the look of a site is drawn beside its form by day and by night, with the contrast of its colour in words', async () => {
  const { visitor, base, client } = await openDesk(world);
  await client.data(
    client.send('PUT', '/team', { site_headline: 'Sleep over <water>', site_color: '#ffe000' }),
  );
  const page = await visitor.get(`${base}/site`);
  expectPage(page, 200, 'Sleep over &#60;water&#62;</text>');
  expect(page.body.match(/<svg viewBox="0 0 320 190" role="img"/g)).toHaveLength(2);
  expect(page.body).toContain(
    'On #ffe000, buttons are written in black: a contrast of 15.9 : 1. Links have a darker shade of it',
  );
  expect(page.headers['content-security-policy']).toContain("connect-src 'self'");
  // While somebody types, what is not a colour yet shows the stored one.
  const typed = new URLSearchParams({
    name: 'Inn',
    site_headline: '<b>',
    site_sentence: '',
    site_color: '#0000',
  });
  const drawn = await visitor.get(`${base}/site/preview?${typed}`);
  expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(drawn.body).toContain('&#60;b&#62;</text>');
  expect(drawn.body).toContain('On #ffe000,');
  expect((await visitor.get(`${base}/site/preview?site_color=`)).body).not.toContain('a contrast of');
  expect(await client.read('/team')).toMatchObject({ site_headline: 'Sleep over <water>' });
});

test('a logo and a cover are sent from the page of the site, shown there, and removed after a look', async () => {
  const { visitor, base, client } = await openDesk(world);
  const send = (kind: string, picture: Buffer, headers?: Record<string, string>) => {
    const upload = `${base}/site/${kind}/upload`;
    return sendPicture({ world, visitor }, { page: `${base}/site`, upload }, picture, headers);
  };
  expect((await send('logo', await png())).statusCode).toBe(200);
  expect((await send('cover', await jpeg({ width: 1_300 }))).statusCode).toBe(200);
  const { logo_url, cover_url, cover_medium_url } = await client.read('/team');
  expect(cover_url).not.toBe(cover_medium_url);
  const { body } = await visitor.get(`${base}/site`);
  expect(body).toContain(`<img src="${pathOf(logo_url)}" alt="Your logo">`);
  expect(body).toContain(`<image href="${pathOf(cover_medium_url)}"`);
  expect((await send('logo', Buffer.from('no picture'))).json().message).toBe(
    'The logo field must be a picture: JPEG, PNG, WebP or AVIF.',
  );
  expect((await send('logo', await png(), { 'form-token': '' })).statusCode).toBe(403);
  expectPage(await visitor.get(`${base}/site/logo/delete`), 200, 'Remove the logo?');
  expectPage(await visitor.submit(`${base}/site/logo/delete`, {}), 200, 'The logo is removed.');
  expect(await client.read('/team')).toMatchObject({ logo_url: null, cover_url });
  expect((await visitor.get(`${base}/site/logo/delete`)).statusCode).toBe(404);
  const { body: events } = await client.send('GET', '/events?types=team.changed');
  expect(events.data.at(-1)).toMatchObject({ actor: { type: 'member' } });
});

test('parts of the page that few need are folded, with a word of what is in them, and open where something is wrong', async () => {
  const { visitor, base } = await openDesk(world);
  const open = async () => (await visitor.get(`${base}/site`)).body;
  const foldsIn = (body: string) =>
    [
      ...body.matchAll(
        /<details class="fold"( open)?><summary><h2 id="(\w+)-heading">[^<]*<\/h2><span class="gist">([^<]*)/g,
      ),
    ].map(([, isOpen, id, gist]) => [id, gist, isOpen !== undefined]);
  const seen = /name="seen" value="([^"]+)"/.exec(await open())?.[1] ?? '';
  const saved = await visitor.submit(`${base}/site`, { ...FIELDS, seen });
  expect(foldsIn(saved.body)).toEqual([
    ['texts', 'inn@example.com · +351 21 000 · imprint', false],
    ['money', '30 % at first, the rest 14 days before arrival', false],
    ['paying', 'IBAN PT50\nwith your code', false],
    ['arrival', 'read from 5 days before check-in on', false],
    ['terms', 'Moderate', false],
  ]);
  const wrong = await visitor.post(`${base}/site`, { ...FIELDS, seen, terms_url: 'inn', grace_hours: '-1' });
  expect(
    foldsIn(wrong.body)
      .filter(([, , isOpen]) => isOpen)
      .map(([id]) => id),
  ).toEqual(['texts', 'terms']);
});
