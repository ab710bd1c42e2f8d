import { z } from 'zod';
import type { CancellationTerms } from '../domain/cancellation.ts';
import { ppmToPercent, ppmToPercentOrNull, toInstantTextOrNull } from '../domain/formats.ts';
import { LANGUAGES, type LanguageCode } from '../domain/languages/languages.ts';
import { chooseLineName } from '../domain/pricing/line-names.ts';
import type { PriceLine } from '../domain/pricing/lines.ts';
import { chooseText, type LanguageChoice } from '../domain/translations.ts';
import { CANCELLATION_FEE_BASES, CHARGE_BASES, PRICE_LINE_TYPES } from '../domain/vocabulary.ts';
import type { Quote } from '../services/availability/quote.ts';
import type { Booking, BookingRecord } from '../services/bookings/read.ts';
import { nameTranslationsField } from './fields/translations.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  instantSchema,
  nullableText,
  wordSchema,
} from './formats.ts';

/** Of a text that is not there in the answer's language. */
export const fallbackLanguage = wordSchema(LANGUAGES)
  .optional()
  .describe('The language of the text, if it is not there in that of the answer.');

export const priceLineSchema = z
  .object({
    type: wordSchema(PRICE_LINE_TYPES).describe('The total that the line is part of.'),
    code: z
      .string()
      .describe('`accommodation`, the code of a charge, `coupon:` and the coupon’s code, or `adjustment`.'),
    name: z.string().describe('What guests read on the line.'),
    lang: fallbackLanguage,
    basis: wordSchema(CHARGE_BASES).describe('How the amount is counted.'),
    quantity: z.int().nullable().describe('The number that is counted; null if the line is a percentage.'),
    unit_amount: amountSchema.nullable().describe('The amount of each, if it is fixed.'),
    percent: z.number().nullable().describe('With at most four decimals, if the line is a percentage.'),
    base_amount: amountSchema.nullable().describe('The base of a percentage or of a fixed coupon.'),
    amount: amountSchema.describe('Signed: discounts are negative.'),
    included: z.boolean().describe('Whether other lines already include the amount, so it is not added.'),
  })
  .meta({
    id: 'PriceLine',
    description: 'The lines that are not `included` always add up to the grand total.',
  });

/** Without a choice, with the name in the team's first language. */
export function presentPriceLine(line: PriceLine, choice?: LanguageChoice): z.infer<typeof priceLineSchema> {
  const { name, lang } = presentName(choice ? chooseLineName(line, choice) : { text: line.name }, choice);
  return {
    type: line.type,
    code: line.code,
    name,
    lang,
    basis: line.basis,
    quantity: line.quantity,
    unit_amount: line.unitAmountCents,
    percent: ppmToPercentOrNull(line.percentPpm),
    base_amount: line.baseAmountCents,
    amount: line.amountCents,
    included: line.included,
  };
}

/** With its language if that is not the answer's. */
export const presentName = (
  { text, language }: { text: string; language?: LanguageCode },
  choice: LanguageChoice | undefined,
): { name: string; lang?: LanguageCode } =>
  language === undefined || language === choice?.language ? { name: text } : { name: text, lang: language };

const linesAsTextSchema = (what: string) =>
  z
    .string()
    .describe(`The ${what} among the lines of \`price_breakdown\`, as JSON text; \`[]\` if there are none.`);

export const priceSchema = z
  .object({
    accommodation_total: amountSchema.describe('The sum of every night’s `rate`.'),
    discount_amount: amountSchema.describe('All discounts together, not negative.'),
    fees_total: amountSchema.describe('All fees together, with chosen extras and lines by hand above 0.'),
    taxes_total: amountSchema.describe('Without taxes that are `included` in other lines.'),
    grand_total: amountSchema.describe('accommodation_total − discount_amount + fees_total + taxes_total.'),
    currency: currencySchema,
    nightly_rates: z
      .array(
        z.object({
          date: dateSchema.describe('The day on which the night begins.'),
          base_rate: amountSchema.describe('The price of the night for the guests that it includes.'),
          extra_guests: amountSchema.describe('For the guests beyond those that the rate includes.'),
          rate: amountSchema.describe('base_rate + extra_guests.'),
        }),
      )
      .describe(
        'One entry per night. Empty in a refusal of a change if the price is agreed, or if nothing but extras, pets or the adjustment change: a booking keeps only their sum.',
      ),
    discounts: linesAsTextSchema('discounts'),
    fees: linesAsTextSchema('fees'),
    taxes: linesAsTextSchema('taxes'),
    coupon_code: nullableText.describe('As the team wrote it. Null without a coupon.'),
    price_breakdown: z.array(priceLineSchema),
  })
  .meta({ id: 'Price', description: 'What a stay costs, in total and line by line.' });

export function presentPrice(
  { price, currency }: Pick<Quote, 'price' | 'currency'>,
  choice: LanguageChoice,
): z.infer<typeof priceSchema> {
  const lines = price.lines.map((line) => presentPriceLine(line, choice));
  const presentLinesAsJson = (type: PriceLine['type']) =>
    JSON.stringify(lines.filter((line) => line.type === type));
  return {
    accommodation_total: price.accommodationTotalCents,
    discount_amount: price.discountTotalCents,
    fees_total: price.feesTotalCents,
    taxes_total: price.taxesTotalCents,
    grand_total: price.grandTotalCents,
    currency,
    nightly_rates: price.nightlyRates.map((night) => ({
      date: night.date,
      base_rate: night.baseRateCents,
      extra_guests: night.extraGuestsCents,
      rate: night.rateCents,
    })),
    discounts: presentLinesAsJson('discount'),
    fees: presentLinesAsJson('fee'),
    taxes: presentLinesAsJson('tax'),
    coupon_code: price.couponCode,
    price_breakdown: lines,
  };
}

const cancellationTierSchema = z.object({
  days_before: z.int().describe('How many days before check-in the tier ends.'),
  refund_percent: z
    .number()
    .describe('The share that is refunded until then, in percent of what `fee_of` says.'),
});

const feeBaseSchema = z
  .enum(CANCELLATION_FEE_BASES)
  .describe(
    'What the percentages are of: `total`, or `nights`, the accommodation less discounts, without fees and added taxes.',
  );

export const cancellationPolicySchema = z
  .object({
    name: z.string().describe('The name of the terms for guests.'),
    grace_hours: z
      .int()
      .describe('Within this many hours after it was made, a booking can be cancelled without a fee.'),
    grace_days_before: z.int().describe('The minimum number of days before check-in for that.'),
    tiers: z.array(cancellationTierSchema).describe('By falling `days_before`.'),
    fee_of: feeBaseSchema,
    fee_tax: z
      .string()
      .nullable()
      .describe(
        'The code of an included percentage tax that the document of the fee tells, or null for none.',
      ),
    translations: nameTranslationsField.read,
  })
  .meta({
    id: 'CancellationPolicy',
    description: 'What a cancellation costs, counted from the day of check-in.',
  });

/** With their dates, for a quote or a booking. */
export const cancellationSchema = z
  .object({
    name: z.string().describe('The name of the terms for guests.'),
    lang: fallbackLanguage,
    grace_until: instantSchema
      .nullable()
      .describe('Until then a cancellation costs nothing. Null if there is no such time, and in a quote.'),
    refunds: z
      .array(
        z.object({
          until: dateSchema.describe(
            'The last date, in the listing’s time zone, on which this much is refunded.',
          ),
          percent: z.number().describe('The share that is refunded, in percent of what `fee_of` says.'),
        }),
      )
      .describe('After the last of them nothing is refunded.'),
    fee_of: feeBaseSchema,
  })
  .meta({ id: 'CancellationTerms', description: 'What a cancellation costs, with the dates of the stay.' });

export const presentCancellation = (
  terms: CancellationTerms | null,
  choice?: LanguageChoice,
): z.infer<typeof cancellationSchema> | null =>
  terms && {
    ...presentName(
      choice ? chooseText(terms.name, terms.translations, 'name', choice) : { text: terms.name },
      choice,
    ),
    grace_until: toInstantTextOrNull(terms.graceUntil),
    refunds: terms.refunds.map(({ until, refundPpm }) => ({ until, percent: ppmToPercent(refundPpm) })),
    fee_of: terms.feeOf,
  };

export const bookingPriceFields = {
  currency: currencySchema,
  accommodation_total: amountSchema.describe('What the nights cost, before discounts.'),
  discount_total: amountSchema.describe('All discounts together, not negative.'),
  fees_total: amountSchema.describe('All fees together, with chosen extras and lines by hand above 0.'),
  taxes_total: amountSchema.describe('Without taxes that are `included` in other lines.'),
  grand_total: amountSchema.describe('accommodation_total − discount_total + fees_total + taxes_total.'),
  price_breakdown: z.array(priceLineSchema),
};

export const presentPriceTotals = (booking: Booking['booking'] | BookingRecord) => ({
  accommodation_total: booking.accommodationTotalCents,
  discount_total: booking.discountTotalCents,
  fees_total: booking.feesTotalCents,
  taxes_total: booking.taxesTotalCents,
  grand_total: booking.grandTotalCents,
});

export const presentBookingPrice = (booking: Booking['booking'], choice?: LanguageChoice) => ({
  currency: booking.currency,
  ...presentPriceTotals(booking),
  price_breakdown: booking.priceLines.map((line) => presentPriceLine(line, choice)),
});
