/** The page of a team's booking page (docs/rules.md, 15). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectPage, type Fields, openDesk } from '../../../helpers/pages.ts';
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
