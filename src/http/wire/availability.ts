import { z } from 'zod';
import type { CalendarDay } from '../../domain/calendar.ts';
import type { PriceLine } from '../../domain/price-line.ts';
import type { Quote } from '../../services/availability.ts';
import { nullableText } from './formats.ts';
import { presentPriceLine, priceLineSchema } from './price-line.ts';

const reasonSchema = z.object({
  code: z.string(),
  message: z.string(),
  required: z.int().nullable(),
  actual: z.int().nullable(),
  dates: z.array(z.string()),
});

const priceSchema = z.object({
  accommodation_total: z.int(),
  discount_amount: z.int(),
  fees_total: z.int(),
  taxes_total: z.int(),
  grand_total: z.int(),
  currency: z.string(),
  nightly_rates: z.array(
    z.object({ date: z.string(), base_rate: z.int(), extra_guests: z.int(), rate: z.int() }),
  ),
  /** Declared as texts: each is the JSON text of its lines. */
  discounts: z.string(),
  fees: z.string(),
  taxes: z.string(),
  coupon_code: nullableText,
  price_breakdown: z.array(priceLineSchema),
});

/** Whether a stay can be had, why not, and its price (specification, "Availability result"; contract, section 6). */
export const availabilitySchema = z.object({
  available: z.boolean(),
  reason_code: nullableText,
  reason_message: nullableText,
  reasons: z.array(reasonSchema),
  price: priceSchema,
  units_left: z.int(),
});

export function presentAvailability(quote: Quote): z.infer<typeof availabilitySchema> {
  const [first] = quote.reasons;
  return {
    available: quote.available,
    reason_code: first?.code ?? null,
    reason_message: first?.message ?? null,
    reasons: quote.reasons.map(({ code, message, required, actual, dates }) => ({
      code,
      message,
      required,
      actual,
      dates: [...dates],
    })),
    price: presentPrice(quote),
    units_left: quote.unitsLeft,
  };
}

function presentPrice({ price, currency }: Quote): z.infer<typeof priceSchema> {
  const linesAsText = (type: PriceLine['type']) =>
    JSON.stringify(price.lines.filter((line) => line.type === type).map(presentPriceLine));
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
    discounts: linesAsText('discount'),
    fees: linesAsText('fee'),
    taxes: linesAsText('tax'),
    coupon_code: price.couponCode,
    price_breakdown: price.lines.map(presentPriceLine),
  };
}

/** One day of a calendar (specification, "Listing day"). `units_left` is declared as a text here. */
export const calendarDaySchema = z.object({
  date: z.string(),
  available: z.boolean(),
  status: z.string(),
  units_left: z.string(),
  day_rate: z.int(),
  min_stay: z.int(),
  closed_for_arrival: z.boolean(),
  closed_for_departure: z.boolean(),
});

export const presentCalendarDay = (day: CalendarDay): z.infer<typeof calendarDaySchema> => ({
  date: day.date,
  available: day.available,
  status: day.status,
  units_left: String(day.unitsLeft),
  day_rate: day.dayRateCents,
  min_stay: day.minStay,
  closed_for_arrival: day.closedForArrival,
  closed_for_departure: day.closedForDeparture,
});
