import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Language, languages } from '../../../../src/domain/languages/languages.ts';
import { bookingFields, endFields } from '../../../../src/schemas/bookings/fields.ts';
import {
  depositFields,
  invoiceFields,
  paymentFields,
} from '../../../../src/schemas/bookings/folio-fields.ts';
import {
  couponFields,
  dateFields,
  discountFields,
  extraFields,
  feeFields,
  taxFields,
  taxPriceFields,
} from '../../../../src/schemas/charges/fields.ts';
import { guestFields } from '../../../../src/schemas/guest.ts';
import { addressFields, listingFields } from '../../../../src/schemas/listings/fields.ts';
import { rulesFields } from '../../../../src/schemas/listings/rates.ts';
import { unitFields } from '../../../../src/schemas/listings/unit.ts';
import { teamFields } from '../../../../src/schemas/team.ts';
import { listBlanks } from '../../../helpers/row-fields.ts';
import { rowsOf } from '../../../helpers/rows.ts';
import { exportElsewhere, layoutOf, NOW, openTeamFiles, type TeamFiles } from '../../../helpers/team-file.ts';
import { mergeRegisters } from '../../../registers/all.ts';
import { exampleFile } from './example.ts';

/** The defaults of every listing, and the fields that a unit type takes from its building. */
const PLAIN = {
  building: null,
  ...listBlanks(listingFields),
  currency: 'EUR',
  timezone: 'Europe/Lisbon',
  address: { ...listBlanks(addressFields), street: '2 Pier', city: 'Porto', country: 'PT' },
  rules: listBlanks(rulesFields),
  security_deposit: null,
  seasons: [],
  days: [],
  units: [],
  photos: [],
  created_at: NOW,
  updated_at: NOW,
};
const PLAIN_UNIT = {
  ...listBlanks(unitFields),
  sellable: [{ from: NOW.slice(0, 10), to: null }],
  updated_at: NOW,
};
const FOR_ALL = { ages: null, ...listBlanks(dateFields), listings: null };
const PLAIN_FEE = { ...listBlanks({ ...feeFields, ...extraFields }), ...FOR_ALL };
const PLAIN_TAX = {
  ...listBlanks({ ...taxPriceFields, ...taxFields }),
  ...FOR_ALL,
  applies_to: ['accommodation', 'fees'],
};
const PLAIN_DISCOUNT = { ...listBlanks(discountFields), listings: null };
const PLAIN_COUPON = { ...listBlanks(couponFields), listings: null };
const PLAIN_RATES = {
  weekend_nightly: null,
  weekend_days: [5, 6],
  included_guests: null,
  extra_guest_nightly: 0,
  extra_child_nightly: null,
};
const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

/** The example as an export writes it: with all defaults, in the order of the natural keys. */
function expectedExport() {
  const {
    team,
    roles,
    members,
    tokens,
    fees,
    taxes,
    discounts,
    coupons,
    listings,
    guests,
    blocks,
    bookings,
  } = exampleFile();
  const [ana] = members;
  const [cleaning, service] = fees;
  const [vat, city] = taxes;
  const [weekly, early] = discounts;
  const [spring, take] = coupons;
  const [seaLoft, pierHouse, pierDouble] = listings;
  const [booking] = bookings;
  return {
    team: {
      ...listBlanks(teamFields),
      invoice_next_number: 1,
      credit_note_next_number: 1,
      logo_url: null,
      cover_url: null,
      ...team,
      created_at: NOW,
      updated_at: NOW,
    },
    roles: [{ ...roles[0], created_at: NOW, updated_at: NOW }],
    members: [
      {
        email: ana?.email,
        name: ana?.name,
        role: 'owner',
        listings: null,
        password_hash: expect.stringMatching(/^\$argon2id\$/),
        mail_kinds: null,
        created_at: NOW,
        updated_at: NOW,
      },
    ],
    tokens: [{ ...tokens[0], created_at: NOW }],
    fees: [
      { ...PLAIN_FEE, ...cleaning },
      { ...PLAIN_FEE, ...service },
    ],
    taxes: [
      { ...PLAIN_TAX, ...city },
      { ...PLAIN_TAX, ...vat },
    ],
    discounts: [
      { ...PLAIN_DISCOUNT, ...early },
      { ...PLAIN_DISCOUNT, ...weekly },
    ],
    coupons: [
      { ...PLAIN_COUPON, ...spring },
      { ...PLAIN_COUPON, ...take },
    ],
    ...exportedListsOfOptions(),
    listings: [
      {
        ...PLAIN,
        ...pierDouble,
        id,
        rates: { nightly: 9000, ...PLAIN_RATES },
        units: [
          { ...PLAIN_UNIT, id, name: '101' },
          { ...PLAIN_UNIT, id, name: '102' },
        ],
      },
      { ...PLAIN, ...pierHouse, id, address: PLAIN.address, rates: { nightly: 50000, ...PLAIN_RATES } },
      {
        ...PLAIN,
        ...seaLoft,
        id,
        cancellation_policy: {
          name: 'Strict',
          grace_hours: 0,
          grace_days_before: 0,
          tiers: [{ days_before: 30, refund_percent: 33.3333 }],
          fee_of: 'total',
          fee_tax: null,
          translations: {},
        },
        units: [
          { ...PLAIN_UNIT, id: '01970000-0000-7000-8000-000000000001', name: 'Loft A' },
          { ...PLAIN_UNIT, id, name: 'Loft B' },
        ],
        photos: seaLoft && 'photos' in seaLoft ? seaLoft.photos?.map((photo) => ({ id, ...photo })) : [],
      },
    ],
    guests: [
      { ...listBlanks(guestFields), id, ...guests[0], erased_at: null, created_at: NOW, updated_at: NOW },
    ],
    blocks: [{ id, ...blocks[0], created_at: NOW, updated_at: NOW }],
    bookings: [
      {
        ...listBlanks({ ...bookingFields, ...endFields }),
        id,
        ...booking,
        party: { adults: 2, children_ages: [], infants: 0, pets: 0 },
        extras: [],
        lines: [
          line({
            type: 'accommodation',
            code: 'accommodation',
            name: 'Accommodation',
            names: ownNames('accommodation'),
            basis: 'night',
            quantity: 4,
            amount: 48000,
          }),
          line({
            type: 'fee',
            code: 'fees',
            name: 'Fees',
            names: ownNames('fees'),
            unit_amount: 5000,
            amount: 5000,
          }),
          line({
            type: 'tax',
            code: 'taxes',
            name: 'Taxes',
            names: ownNames('taxes'),
            unit_amount: 4780,
            amount: 4780,
          }),
        ],
        unit_pinned: false,
        calendar_invited: false,
        feed_uid: null,
        price_agreed: null,
        adjustment: null,
        adjustments: [],
        expires_at: null,
        confirmed_at: booking?.created_at,
        cancelled_at: null,
        completed_at: null,
        updated_at: NOW,
        payment_plan: null,
        payment_plan_paid: 0,
        payments: booking?.payments.map((payment) => ({
          ...listBlanks(paymentFields),
          refunded_amount: 0,
          refunds: [],
          ...payment,
          id,
        })),
        invoices: [
          {
            id,
            ...listBlanks(invoiceFields),
            kind: 'invoice',
            ...booking?.invoices[0],
            series: null,
            serial_number: null,
            document: {
              ...booking?.invoices[0]?.document,
              taxes: null,
              due_on: null,
              guest_name: null,
              timezone: null,
              invoiced_before: null,
              language: null,
            },
            issued_at: booking?.created_at,
          },
        ],
        security_deposit: { id, ...listBlanks(depositFields), amount: 20000, status: 'held' },
      },
    ],
  };
}

const exportedListsOfOptions = () =>
  Object.fromEntries(
    Object.entries(mergeRegisters('fileLists')).map(([name, { example, exported = example }]) => [
      name,
      exported,
    ]),
  );

/** In the languages that the team of the example offers besides its first. */
const ownNames = (own: keyof Language['lines']) => ({
  de: languages.de.lines[own],
  pt: languages.pt.lines[own],
});

const line = (own: Record<string, unknown>) => ({
  basis: 'stay',
  quantity: 1,
  unit_amount: null,
  percent: null,
  base_amount: null,
  included: false,
  ...own,
});

let files: TeamFiles;
beforeEach(async () => {
  files = await openTeamFiles();
});
afterEach(() => files.close());

test('the example team file is exported as it was imported, with defaults for what it leaves out', async () => {
  expect(await files.importSound(exampleFile())).toMatchObject({
    notices: [],
    team: { slug: 'harbour', name: 'Harbour Stays', outcome: 'created' },
    counts: { listings: { created: 3 }, guests: { created: 1 }, bookings: { created: 1 } },
  });
  const text = await files.exportText('harbour');
  const exported = JSON.parse(text);
  expect(exported).toEqual(expectedExport());

  expect(text).toBe(layoutOf(exported));
  expect(Object.keys(exported)).toEqual(Object.keys(exampleFile()));

  const before = await rowsOf(files.pool);
  files.setNow('2027-05-05T00:00:00Z');
  await files.importSound(exampleFile());
  await files.importSound(exported);
  expect(await rowsOf(files.pool)).toEqual(before);
});

test('an export without secrets has neither tokens nor password hashes', async () => {
  await files.importSound(exampleFile());
  const { tokens, members, ...rest } = await files.exportFile('harbour');
  const open = JSON.parse(await files.exportText('harbour', { secrets: false }));
  expect(open).toEqual({ ...rest, members: [{ ...members[0], password_hash: undefined }] });
  expect(tokens).toHaveLength(1);
  expect(Object.keys(open)).not.toContain('tokens');
});

test('an export can be imported into an empty database under another key, and is exported the same', async () => {
  await files.importSound(exampleFile());
  const text = await files.exportText('harbour');
  expect(await exportElsewhere(text)).toBe(text);
});
