/** Amounts, dates and numbers for readers. */
import { type StayDate, toDayNumber } from '../../domain/dates.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * An amount in the currency's minor unit: "€1,240.50", "¥12,000". With `isShort`, whole amounts have no
 * decimals.
 */
export function presentMoney(cents: number, currency: string, { isShort = false } = {}): string {
  const amount = cents / 10 ** countMinorDigits(currency);
  return findFormat(currency, isShort && Number.isInteger(amount)).format(amount);
}

function findFormat(currency: string, isWhole = false): Intl.NumberFormat {
  const key = `${currency}${isWhole}`;
  const format = formats.get(key) ?? createFormat(currency, isWhole);
  formats.set(key, format);
  return format;
}

const createFormat = (currency: string, isWhole: boolean) =>
  new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(isWhole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
  });

const plainFormats = new Map<number, Intl.NumberFormat>();

/** An amount without its currency, as short as it is exact: "120", "85.50". */
export function presentAmount(cents: number, currency: string): string {
  const value = cents / 10 ** countMinorDigits(currency);
  const digits = Number.isInteger(value) ? 0 : countMinorDigits(currency);
  const format =
    plainFormats.get(digits) ??
    new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  plainFormats.set(digits, format);
  return format.format(value);
}

/**
 * The amount as a form field holds it: "1240.50", without a symbol or separators, or empty. In a typed
 * amount, three decimals after a number without a leading zero could be read as thousands.
 */
export function toAmountField(cents: number | null, currency: string): string {
  if (cents === null) return '';
  const digits = countMinorDigits(currency);
  const text = (Math.abs(cents) / 10 ** digits).toFixed(digits);
  const unmistakable = digits === 3 && !text.startsWith('0') ? `0${text}` : text;
  return cents < 0 ? `-${unmistakable}` : unmistakable;
}

/** The number as a form field holds it, or empty. */
export const toNumberField = (value: number | null): string => (value === null ? '' : String(value));

/** The decimals of a currency: 2 for most, 0 for JPY. */
export const countMinorDigits = (currency: string): number =>
  findFormat(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** The signs of a currency, such as "$" and "US$". */
export const findCurrencySigns = (currency: string): string[] =>
  (['narrowSymbol', 'symbol'] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  });

const WEEKDAYS = 'Thursday Friday Saturday Sunday Monday Tuesday Wednesday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The weekday in full: "Saturday". */
export const weekdayName = (date: StayDate): string => WEEKDAYS[((toDayNumber(date) % 7) + 7) % 7] ?? '';
/** The weekday in short: "Sat". */
export const weekday = (date: StayDate): string => weekdayName(date).slice(0, 3);
/** The day of the month: "22". */
export const dayOfMonth = (date: StayDate): string => String(Number(date.slice(8)));
/** The month in full: "November". */
export const monthName = (date: StayDate): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
/** The date without its year: "22 Nov". */
export const shortDate = (date: StayDate): string => `${dayOfMonth(date)} ${monthName(date).slice(0, 3)}`;
/** The date with its year: "22 Nov 2026". */
export const dateWithYear = (date: StayDate): string => `${shortDate(date)} ${date.slice(0, 4)}`;
/** The month with its year: "November 2026". */
export const monthAndYear = (date: StayDate): string => `${monthName(date)} ${date.slice(0, 4)}`;
/** The date with its weekday: "Sat 22 Nov". */
export const dayAndDate = (date: StayDate): string => `${weekday(date)} ${shortDate(date)}`;
/** The date with its weekday and year: "Sat 22 Nov 2026". */
export const wholeDate = (date: StayDate): string => `${dayAndDate(date)} ${date.slice(0, 4)}`;

/** A number of nights in words: "1 night", "3 nights". */
export const presentCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

type GuestCounts = { numberOfGuests: number; infants: number; pets: number };

/**
 * The people of a stay in words: "3 guests", or "3 guests, 1 infant, 2 pets", where infants are not among the
 * guests.
 */
export const presentGuestCounts = ({ numberOfGuests, infants, pets }: GuestCounts): string =>
  [
    presentCount(numberOfGuests, 'guest'),
    ...(infants > 0 ? [presentCount(infants, 'infant')] : []),
    ...(pets > 0 ? [presentCount(pets, 'pet')] : []),
  ].join(', ');
