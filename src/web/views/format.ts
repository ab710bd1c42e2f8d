/** Words amounts, dates and numbers for people. */
import { type StayDate, toDayNumber } from '../../domain/dates/dates.ts';
import { countMinorDigits, createMoneyFormat } from '../../domain/money.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * An amount of money from the currency's minor unit, such as "€1,240.50" or "¥12,000". If `isShort` is set,
 * whole amounts have no decimals.
 */
export function presentMoney(cents: number, currency: string, { isShort = false } = {}): string {
  const amount = cents / 10 ** countMinorDigits(currency);
  return findFormat(currency, isShort && Number.isInteger(amount)).format(amount);
}

function findFormat(currency: string, isWhole = false): Intl.NumberFormat {
  const key = `${currency}${isWhole}`;
  const format = formats.get(key) ?? createMoneyFormat(currency, { isWhole });
  formats.set(key, format);
  return format;
}

const plainFormats = new Map<number, Intl.NumberFormat>();

/** An amount without its currency and without unnecessary decimals, such as "120" or "85.50". */
export function presentAmount(cents: number, currency: string): string {
  const value = cents / 10 ** countMinorDigits(currency);
  const digits = Number.isInteger(value) ? 0 : countMinorDigits(currency);
  const format =
    plainFormats.get(digits) ??
    new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  plainFormats.set(digits, format);
  return format.format(value);
}

/** An amount as the value of a form field, such as "1240.50", without symbol and separators, or empty. */
export function toAmountField(cents: number | null, currency: string): string {
  if (cents === null) return '';
  const digits = countMinorDigits(currency);
  return (cents / 10 ** digits).toFixed(digits);
}

/** A number as the value of a form field, or empty for null. */
export const toNumberField = (value: number | null): string => (value === null ? '' : String(value));

/** The signs with which people write a currency, such as "$" and "US$". */
export const findCurrencySigns = (currency: string): string[] =>
  (['narrowSymbol', 'symbol'] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  });

const WEEKDAYS = 'Thursday Friday Saturday Sunday Monday Tuesday Wednesday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The weekday in full, such as "Saturday". */
export const weekdayName = (date: StayDate): string => WEEKDAYS[((toDayNumber(date) % 7) + 7) % 7] ?? '';
/** The weekday in short, such as "Sat". */
export const weekday = (date: StayDate): string => weekdayName(date).slice(0, 3);
/** Words the day of the month of a date, such as "22". */
export const dayOfMonth = (date: StayDate): string => String(Number(date.slice(8)));
/** The month in full, such as "November". */
export const monthName = (date: StayDate): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
/** The date without its year, such as "22 Nov". */
export const shortDate = (date: StayDate): string => `${dayOfMonth(date)} ${monthName(date).slice(0, 3)}`;
/** The date with its year, such as "22 Nov 2026". */
export const dateWithYear = (date: StayDate): string => `${shortDate(date)} ${date.slice(0, 4)}`;
/** The month with its year, such as "November 2026". */
export const monthAndYear = (date: StayDate): string => `${monthName(date)} ${date.slice(0, 4)}`;
/** The date with its weekday, such as "Sat 22 Nov". */
export const dayAndDate = (date: StayDate): string => `${weekday(date)} ${shortDate(date)}`;
/** The date with its weekday and year, such as "Sat 22 Nov 2026". */
export const wholeDate = (date: StayDate): string => `${dayAndDate(date)} ${date.slice(0, 4)}`;

/** A number of nights in words, such as "1 night" or "3 nights". */
export const presentCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

type GuestCounts = { numberOfGuests: number; infants: number; pets: number };

/**
 * The people of a stay in words, such as "3 guests, 1 infant, 2 pets". Infants are not counted among the
 * guests.
 */
export const presentGuestCounts = ({ numberOfGuests, infants, pets }: GuestCounts): string =>
  [
    presentCount(numberOfGuests, 'guest'),
    ...(infants > 0 ? [presentCount(infants, 'infant')] : []),
    ...(pets > 0 ? [presentCount(pets, 'pet')] : []),
  ].join(', ');
