/**
 * Fees, taxes, discounts and coupons of a team apply to all its listings, or to those that they name
 * (docs/rules.md, 6.9).
 */
import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import type { NameText } from '../../domain/translations.ts';
import { CHARGE_BASES, DISCOUNT_KINDS, TAX_BASES } from '../../domain/vocabulary.ts';
import { cents, isOneOfWords, stayDate, teamId, text, translations, word } from './columns.ts';
import { teams } from './teams.ts';

/**
 * Null for all. An array, because it is always read with its charge. A deleted listing's id is removed from
 * it.
 */
const listingIdsColumn = () => uuid('listing_ids').array();

const IS_PERCENT_IN_RANGE_SQL = sql`percent_ppm between 0 and 1000000`;
const HAS_PERCENT_OR_AMOUNT_SQL = sql`(basis in ('percent', 'percent_guest_night')) = (percent_ppm is not null) and (percent_ppm is null) = (amount_cents is not null)`;

/** Without `ages_from`, a charge is due for guests of any age. */
const chargeScopeColumns = () => ({
  agesFrom: smallint('ages_from'),
  agesTo: smallint('ages_to'),
  validFrom: stayDate('valid_from'),
  validUntil: stayDate('valid_until'),
});
const ARE_AGES_IN_RANGE_SQL = sql`(ages_from is null and ages_to is null) or (basis in ('guest', 'guest_night', 'percent_guest_night') and ages_from between 0 and 18 and (ages_to is null or ages_to between ages_from and 17))`;
const ARE_DATES_IN_ORDER_SQL = sql`valid_until >= valid_from`;

export const fees = pgTable(
  'fees',
  {
    teamId: teamId().references(() => teams.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    basis: word('basis', CHARGE_BASES).notNull(),
    amountCents: cents('amount_cents'),
    percentPpm: integer('percent_ppm'),
    taxable: boolean('taxable').notNull(),
    ...chargeScopeColumns(),
    /** An extra, which is charged only if the guest chooses it. */
    optional: boolean('optional').notNull().default(false),
    maxQuantity: smallint('max_quantity'),
    listingIds: listingIdsColumn(),
    translations: translations<NameText>(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.code] }),
    check('fees_basis_known', isOneOfWords('basis', CHARGE_BASES)),
    check('fees_percent_or_amount', HAS_PERCENT_OR_AMOUNT_SQL),
    check('fees_percent_in_range', IS_PERCENT_IN_RANGE_SQL),
    check('fees_amount_not_negative', sql`amount_cents >= 0`),
    check('fees_ages_in_range', ARE_AGES_IN_RANGE_SQL),
    check('fees_dates_in_order', ARE_DATES_IN_ORDER_SQL),
    check('fees_optional_has_quantity', sql`optional = (max_quantity is not null)`),
    check('fees_optional_not_percent', sql`not optional or basis <> 'percent'`),
    check('fees_max_quantity_in_range', sql`max_quantity between 1 and 100`),
  ],
);

export const taxes = pgTable(
  'taxes',
  {
    teamId: teamId().references(() => teams.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    basis: word('basis', TAX_BASES).notNull(),
    amountCents: cents('amount_cents'),
    percentPpm: integer('percent_ppm'),
    /** Of a percentage of each guest's share of a night's price: the highest share that is taxed. */
    maxAmountCents: cents('max_amount_cents'),
    appliesToAccommodation: boolean('applies_to_accommodation').notNull(),
    appliesToFees: boolean('applies_to_fees').notNull(),
    /** Prices already include the tax: it is shown, but not added. */
    included: boolean('included').notNull(),
    /** From this many nights on, a tax for each night is no longer charged. */
    maxNights: integer('max_nights'),
    /** A stay of this many nights or more does not owe the tax at all. */
    exemptFromNights: integer('exempt_from_nights'),
    ...chargeScopeColumns(),
    listingIds: listingIdsColumn(),
    translations: translations<NameText>(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.code] }),
    check('taxes_basis_known', isOneOfWords('basis', TAX_BASES)),
    check('taxes_percent_or_amount', HAS_PERCENT_OR_AMOUNT_SQL),
    check('taxes_percent_in_range', IS_PERCENT_IN_RANGE_SQL),
    check('taxes_amount_not_negative', sql`amount_cents >= 0`),
    check('taxes_included_is_percent', sql`not included or basis = 'percent'`),
    check('taxes_max_nights_not_negative', sql`max_nights >= 0`),
    check('taxes_exempt_from_nights_in_range', sql`exempt_from_nights between 2 and 365`),
    check('taxes_ages_in_range', ARE_AGES_IN_RANGE_SQL),
    check('taxes_dates_in_order', ARE_DATES_IN_ORDER_SQL),
    check('taxes_max_amount_not_negative', sql`max_amount_cents >= 0`),
    check('taxes_max_amount_of_person_night', sql`max_amount_cents is null or basis = 'percent_guest_night'`),
  ],
);

export const discounts = pgTable(
  'discounts',
  {
    teamId: teamId().references(() => teams.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    kind: word('kind', DISCOUNT_KINDS).notNull(),
    percentPpm: integer('percent_ppm').notNull(),
    minNights: integer('min_nights'),
    daysBefore: integer('days_before'),
    listingIds: listingIdsColumn(),
    translations: translations<NameText>(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.code] }),
    check('discounts_kind_known', isOneOfWords('kind', DISCOUNT_KINDS)),
    check('discounts_percent_in_range', IS_PERCENT_IN_RANGE_SQL),
    check(
      'discounts_rule_of_kind',
      sql`(kind = 'length_of_stay') = (min_nights is not null) and (kind = 'length_of_stay') = (days_before is null)`,
    ),
    check('discounts_rules_not_negative', sql`min_nights >= 0 and days_before >= 0`),
  ],
);

export const coupons = pgTable(
  'coupons',
  {
    teamId: teamId().references(() => teams.id),
    /** In lower case, because codes are compared without regard to case. */
    codeKey: text('code_key').notNull(),
    code: text('code').notNull(),
    percentPpm: integer('percent_ppm'),
    amountCents: cents('amount_cents'),
    active: boolean('active').notNull(),
    validFrom: stayDate('valid_from'),
    validUntil: stayDate('valid_until'),
    stayFrom: stayDate('stay_from'),
    stayUntil: stayDate('stay_until'),
    minNights: integer('min_nights'),
    maxRedemptions: integer('max_redemptions'),
    /** By how many redemptions the coupon exceeds its maximum, which an imported file may set too low. */
    redeemedBeyond: integer('redeemed_beyond').notNull(),
    listingIds: listingIdsColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.codeKey] }),
    check('coupons_percent_or_amount', sql`(percent_ppm is null) <> (amount_cents is null)`),
    check('coupons_percent_in_range', IS_PERCENT_IN_RANGE_SQL),
    check('coupons_amount_not_negative', sql`amount_cents >= 0`),
    check('coupons_rules_not_negative', sql`min_nights >= 0 and max_redemptions >= 0`),
  ],
);
