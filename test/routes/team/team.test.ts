import { beforeEach, describe, expect, it } from 'vitest';
import { teamFields } from '../../../src/schemas/team.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { eventsOf, type Inn, openInn } from '../../helpers/bookings.ts';
import { listBlanks } from '../../helpers/row-fields.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world, { team: { name: 'Harbour', depositPpm: 88_750 } });
});

const POLICY = {
  name: 'Flexible',
  grace_hours: 0,
  grace_days_before: 0,
  tiers: [{ days_before: 7, refund_percent: 50.5 }],
  fee_of: 'nights',
  fee_tax: 'vat',
  translations: {},
};
const SETTINGS = {
  name: 'Harbour Stays',
  timezone: 'America/Adak',
  deposit_percent: 8.875,
  balance_due_days: 30,
  cancellation_policy: POLICY,
  site_bookings: 'instant',
  site_hold_minutes: 1,
  site_max_nights: 365,
  infant_age: 5,
  calendars_show_requests: true,
  reseating: 'on',
  unit_fixed_days: 0,
  site_cancellation: 'by_terms',
  mail_from_name: 'Ana of Harbour Stays',
  mail_reply_to: 'Desk@harbour.example',
  contact: { email: 'Hello@harbour.example', phone: '+351 1', website: 'https://harbour.example' },
  privacy_url: 'https://harbour.example/privacy',
  terms_url: 'http://harbour.example/terms',
  imprint: 'Harbour Stays Lda\nRua do Mar 1',
  site_sentence: 'Flats by the river.',
  site_headline: 'Wake up by the river',
  site_color: '#1f6f5c',
  payment_instructions: 'IBAN PT50\nwith your booking code',
  payment_link: 'https://pay.example/{confirmation_code}?amount={amount}&currency={currency}',
  arrival_days_before: 60,
  invoice_prefix: 'INV-',
  invoice_numbering: 'consecutive',
  invoice_next_number: 40,
  credit_note_prefix: 'NC-',
  credit_note_next_number: 5,
  invoice_details: {
    name: 'Harbour Stays Lda',
    address: 'Rua do Mar 1\n1100-001 Lisboa',
    tax_number: 'PT 500 100 200',
    footer: 'IBAN PT50\nThank you',
    title: 'Fatura',
  },
};
const CLEARED = {
  deposit_percent: 0,
  balance_due_days: 0,
  cancellation_policy: null,
  site_bookings: 'off',
  site_hold_minutes: 1_440,
  site_max_nights: 30,
  infant_age: 2,
  calendars_show_requests: false,
  reseating: 'off',
  unit_fixed_days: 2,
  site_cancellation: 'off',
  mail_from_name: null,
  mail_reply_to: null,
  contact: { email: null, phone: null, website: null },
  privacy_url: null,
  terms_url: null,
  imprint: null,
  site_sentence: null,
  site_headline: null,
  site_color: null,
  payment_instructions: null,
  payment_link: null,
  arrival_days_before: 3,
  languages: ['en'],
  invoice_prefix: null,
  invoice_details: null,
  invoice_numbering: 'booking',
  credit_note_prefix: null,
};
/** What uploads set. */
const NO_PICTURES = {
  logo_url: null,
  icon_url: null,
  touch_icon_url: null,
  cover_url: null,
  cover_medium_url: null,
  cover_thumbnail_url: null,
};
const put = (body: object) => inn.send('PUT', '/team', body);

describe('a team’s settings', () => {
  it('a team’s settings are changed by the fields that are sent, shown completely, and have one event', async () => {
    const before = await inn.read('/team');
    expect(before).toEqual({
      ...listBlanks(teamFields),
      id: inn.teamId,
      slug: expect.stringMatching(/^team-/),
      name: 'Harbour',
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      enforce_token_scope: false,
      require_second_factor: false,
      ...CLEARED,
      ...NO_PICTURES,
      invoice_next_number: 1,
      credit_note_next_number: 1,
      deposit_percent: 8.875,
      created_at: '2021-01-05T14:03:22+00:00',
      updated_at: '2021-01-05T14:03:22+00:00',
    });
    // What cannot be changed is ignored, as any field that is not known.
    const after = { ...before, ...SETTINGS, updated_at: '2031-05-05T10:00:00+00:00' };
    expect(await inn.data(put({ ...before, ...SETTINGS, slug: 'other', currency: 'SEK' }))).toEqual(after);
    expect(await inn.read('/team')).toEqual(after);
    const { name, timezone, deposit_percent, ...changed } = SETTINGS;
    expect(await eventsOf(world, inn.teamId)).toEqual([
      {
        type: 'team.changed',
        actor: ['token', 'Back office'],
        data: { changed: ['name', 'timezone', ...Object.keys(changed)] },
      },
    ]);
    // Equal values write nothing.
    world.clock.set('2031-05-05T10:01:00Z');
    expect(
      await inn.data(
        put({
          ...SETTINGS,
          cancellation_policy: { ...POLICY, name: ' Flexible ', grace_hours: null, grace_days_before: null },
        }),
      ),
    ).toEqual(after);
    expect(await eventsOf(world, inn.teamId)).toHaveLength(1);
    const cleared = Object.fromEntries(Object.keys(CLEARED).map((field) => [field, null]));
    expect(await inn.data(put(cleared))).toMatchObject({ ...CLEARED, name: 'Harbour Stays' });
  });

  it('a team’s settings are refused with all mistakes at once, by the rules of a team file', async () => {
    const tiers = [
      { days_before: 7, refund_percent: 50 },
      { days_before: 7, refund_percent: 50.0001 },
    ];
    const body = {
      name: null,
      timezone: '+01:00',
      deposit_percent: 100.1,
      site_hold_minutes: 10_081,
      cancellation_policy: { name: '', tiers },
      reseating: 'maybe',
      payment_instructions: 'x'.repeat(2_001),
      payment_link: 'https://{currency}.example/',
      arrival_days_before: 61,
    };
    const { status, body: answer } = await put(body);
    expect({ status, ...answer }).toEqual({
      status: 422,
      message: 'The name field is required. (and 10 more errors)',
      errors: {
        name: ['The name field is required.'],
        timezone: ['The timezone field must be an IANA time zone, such as Europe/Lisbon.'],
        deposit_percent: ['The deposit percent field must be a percentage from 0 to 100.'],
        site_hold_minutes: ['The site hold minutes field must be an integer from 1 to 10080.'],
        'cancellation_policy.name': ['The cancellation policy name field is required.'],
        'cancellation_policy.tiers.1.days_before': [expect.stringMatching(/ must be less than 7, that of /)],
        'cancellation_policy.tiers.1.refund_percent': [expect.stringMatching(/ must not be more than 50, /)],
        reseating: ['The reseating field must be one of off, on.'],
        payment_instructions: ['The payment instructions field must not have more than 2000 characters.'],
        payment_link: [expect.stringMatching(/ must be an address that begins with https:/)],
        arrival_days_before: ['The arrival days before field must be an integer from 0 to 60.'],
      },
      codes: {
        name: ['required'],
        timezone: ['invalid'],
        deposit_percent: ['too_large'],
        site_hold_minutes: ['too_large'],
        'cancellation_policy.name': ['required'],
        'cancellation_policy.tiers.1.days_before': ['contradicts'],
        'cancellation_policy.tiers.1.refund_percent': ['contradicts'],
        reseating: ['invalid'],
        payment_instructions: ['too_long'],
        payment_link: ['invalid'],
        arrival_days_before: ['too_large'],
      },
    });
    const contradicting = await put({ cancellation_policy: { name: 'Strict', tiers } });
    expect(Object.keys(contradicting.body.errors)).toEqual([
      'cancellation_policy.tiers.1.days_before',
      'cancellation_policy.tiers.1.refund_percent',
    ]);
    expect(await eventsOf(world, inn.teamId)).toEqual([]);
  });
});
