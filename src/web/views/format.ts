import { type StayDate, toDayNumber } from '../../domain/dates/dates.ts';
import type { LanguageCode } from '../../domain/languages/languages.ts';
import { countMinorDigits, createMoneyFormat } from '../../domain/money.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Such as "€1,240.50" or "¥12,000". With `isShort`, whole amounts have no decimals. */
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

/** Without currency and unnecessary decimals, such as "120" or "85.50". */
export function presentAmount(cents: number, currency: string): string {
  const value = cents / 10 ** countMinorDigits(currency);
  const digits = Number.isInteger(value) ? 0 : countMinorDigits(currency);
  const format =
    plainFormats.get(digits) ??
    new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  plainFormats.set(digits, format);
  return format.format(value);
}

/** Without symbol and separators, such as "1240.50". Empty for null. */
export function toAmountField(cents: number | null, currency: string): string {
  if (cents === null) return '';
  const digits = countMinorDigits(currency);
  return (cents / 10 ** digits).toFixed(digits);
}

/** Empty for null. */
export const toNumberField = (value: number | null): string => (value === null ? '' : String(value));

/** Such as "$" and "US$". */
export const findCurrencySigns = (currency: string): string[] =>
  (['narrowSymbol', 'symbol'] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  });

const WEEKDAYS = 'Thursday Friday Saturday Sunday Monday Tuesday Wednesday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Such as "Saturday". */
export const weekdayName = (date: StayDate): string => WEEKDAYS[((toDayNumber(date) % 7) + 7) % 7] ?? '';
/** Such as "Sat". */
export const weekday = (date: StayDate): string => weekdayName(date).slice(0, 3);
/** Such as "22". */
export const dayOfMonth = (date: StayDate): string => String(Number(date.slice(8)));
/** Such as "November". */
export const monthName = (date: StayDate): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
/** Such as "22 Nov". */
export const shortDate = (date: StayDate): string => `${dayOfMonth(date)} ${monthName(date).slice(0, 3)}`;
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
/** Such as "German". */
export const nameLanguage = (code: LanguageCode): string => languageNames.of(code) ?? code;

/** Such as "22 Nov 2026". */
export const dateWithYear = (date: StayDate): string => `${shortDate(date)} ${date.slice(0, 4)}`;
/** Such as "November 2026". */
export const monthAndYear = (date: StayDate): string => `${monthName(date)} ${date.slice(0, 4)}`;
/** Such as "Sat 22 Nov". */
export const dayAndDate = (date: StayDate): string => `${weekday(date)} ${shortDate(date)}`;
/** Such as "Sat 22 Nov 2026". */
export const wholeDate = (date: StayDate): string => `${dayAndDate(date)} ${date.slice(0, 4)}`;

/** Such as "1 night" or "3 nights". */
export const presentCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

type GuestCounts = { numberOfGuests: number; infants: number; pets: number };

/** Such as "3 guests, 1 infant, 2 pets". Infants are not counted among the guests. */
export const presentGuestCounts = ({ numberOfGuests, infants, pets }: GuestCounts): string =>
  [
    presentCount(numberOfGuests, 'guest'),
    ...(infants > 0 ? [presentCount(infants, 'infant')] : []),
    ...(pets > 0 ? [presentCount(pets, 'pet')] : []),
  ].join(', ');
