/** Formats dates, amounts and names, and calculates with dates. A date is a text, `YYYY-MM-DD`. */
import { locale } from './sentences.js';

const DAY_MS = 86_400_000;

/** @param {string} date */
const dateOf = (date) => new Date(`${date}T00:00:00Z`);

/** Made when it is first needed, because the language is known then. @param {Intl.DateTimeFormatOptions} options */
function dateFormat(options) {
  /** @type {Intl.DateTimeFormat | undefined} */
  let format;
  return (/** @type {string} */ date) => {
    format ??= new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' });
    return withoutComma(format.format(dateOf(date)));
  };
}

/**
 * Of English dates, because some browsers write one behind the weekday and others do not, and of Spanish ones, because
 * none is written within a sentence: `del lunes 7 de diciembre`.
 *
 * @param {string} text
 */
export const withoutComma = (text) => (/^e[ns]/.test(locale()) ? text.replace(',', '') : text);

export const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
export const shortDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });
const shortWeekday = dateFormat({ weekday: 'short' });
const longWeekday = dateFormat({ weekday: 'long' });
const month = dateFormat({ month: 'long', year: 'numeric' });
/** @param {string} name `YYYY-MM` */
export const monthName = (name) => month(`${name}-01`);

/** Monday first. */
export const weekdays = () =>
  Array.from({ length: 7 }, (_, index) => {
    const date = addDays('2024-01-01', index);
    return { short: shortWeekday(date), long: longWeekday(date) };
  });

/** @param {string} text */
export const isDate = (text) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(dateOf(text).getTime()) &&
  dateOf(text).toISOString().startsWith(text);

/**
 * @param {string} date
 * @param {number} days
 */
export function addDays(date, days) {
  return new Date(dateOf(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * @param {string} from
 * @param {string} to
 */
export const daysBetween = (from, to) => Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / DAY_MS);

/** @param {string} date */
export const monthOf = (date) => date.slice(0, 7);

/**
 * @param {string} month `YYYY-MM`
 * @param {number} months
 */
export function addMonths(month, months) {
  const first = dateOf(`${month}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** @param {string} month `YYYY-MM` */
export const lastDayOf = (month) => addDays(`${addMonths(month, 1)}-01`, -1);

/** 0 is Monday. @param {string} date */
export const weekdayOf = (date) => (dateOf(date).getUTCDay() + 6) % 7;

/** @param {string} timeZone */
export function todayIn(timeZone) {
  const options = /** @type {const} */ ({ year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = partsOf({ ...options, timeZone }) ?? partsOf(options) ?? [];
  const [year, month, day] = ['year', 'month', 'day'].map(
    (type) => parts.find((part) => part.type === type)?.value,
  );
  return `${year}-${month}-${day}`;
}

/** Null if the browser does not know the time zone. @param {Intl.DateTimeFormatOptions} options */
function partsOf(options) {
  try {
    return new Intl.DateTimeFormat('en', options).formatToParts(new Date());
  } catch {
    return null;
  }
}

/** Dates as a reader would name them: consecutive days become a range. @param {readonly string[]} dates */
export function dateRanges(dates) {
  /** @type {{ from: string; to: string }[]} */
  const ranges = [];
  for (const date of [...dates].sort()) {
    const last = ranges.at(-1);
    if (last && addDays(last.to, 1) === date) last.to = date;
    else ranges.push({ from: date, to: date });
  }
  return ranges.map(({ from, to }) => (from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`));
}

/** A message with its dates written for readers. @param {string} text */
export const withReadableDates = (text) =>
  text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (date) => (isDate(date) ? longDay(date) : date));

/**
 * An amount in the currency's minor unit as text, with as many decimals as the currency has.
 *
 * @param {number} amount
 * @param {string} currency
 * @param {Intl.NumberFormatOptions} [options]
 */
export function money(amount, currency, options = {}) {
  const format = currencyFormat(currency, options);
  if (!format) return `${amount} ${currency}`;
  const digits = decimalsOf(currency);
  const sign = amount < 0 ? '-' : '';
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const decimal = digits > 0 ? `${whole}.${text.slice(-digits)}` : whole;
  // As a decimal text, so that no amount ever becomes a float.
  return format.format(/** @type {Intl.StringNumericLiteral} */ (`${sign}${decimal}`)).replace('-', '−');
}

/**
 * For little room: no decimals if they are zero, and K for thousands if the amount is long.
 *
 * @param {number} amount
 * @param {string} currency
 */
export function shortMoney(amount, currency) {
  const short = /** @type {const} */ ({
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const text = money(amount, currency, short);
  if (text.length <= 7) return text;
  return money(amount, currency, { ...short, notation: 'compact', maximumSignificantDigits: 3 });
}

/** Whole units of a currency, as visitors type them, in its minor unit. @param {string} whole @param {string} currency */
export const toMinor = (whole, currency) => Number(whole) * 10 ** decimalsOf(currency);
/** @param {number} minor @param {string} currency */
export const toWhole = (minor, currency) => Math.round(minor / 10 ** decimalsOf(currency));

/**
 * The currencies that ISO 4217 gives other than two decimals. Browsers have lists of their own, which differ from it
 * (none for HUF and IDR) and change with their versions.
 */
const NO_DECIMALS = ' BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF ';
const THREE_DECIMALS = ' BHD IQD JOD KWD LYD OMR TND ';
const FOUR_DECIMALS = ' CLF UYW ';

/** @param {string} currency */
function decimalsOf(currency) {
  const code = ` ${currency} `;
  if (NO_DECIMALS.includes(code)) return 0;
  if (THREE_DECIMALS.includes(code)) return 3;
  return FOUR_DECIMALS.includes(code) ? 4 : 2;
}

/** Null if it is not a currency. @param {string} currency @param {Intl.NumberFormatOptions} options */
function currencyFormat(currency, options) {
  const digits = decimalsOf(currency);
  try {
    return new Intl.NumberFormat(locale(), {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...options,
    });
  } catch {
    return null;
  }
}

/** @param {number} number */
export const percent = (number) =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'percent', maximumFractionDigits: 4 }).format(
    number,
  );

/** @param {Iterable<string>} texts @param {Intl.ListFormatOptions} options */
const list = (texts, options) => new Intl.ListFormat(locale(), options).format(texts);
/** `a, b and c` @param {Iterable<string>} texts */
export const andList = (texts) => list(texts, { type: 'conjunction' });
/** `2 adults, 1 pet` @param {Iterable<string>} texts */
export const countList = (texts) => list(texts, { type: 'unit', style: 'short' });

/** Things with what stands between them: `a, b or c`. @template Thing @param {readonly Thing[]} things */
export function orList(things) {
  const parts = new Intl.ListFormat(locale(), { type: 'disjunction' }).formatToParts(things.map(String));
  const rest = [...things];
  return parts.map(({ type, value }) => (type === 'element' ? /** @type {Thing} */ (rest.shift()) : value));
}

/** @param {string} code two letters */
export function countryName(code) {
  try {
    return new Intl.DisplayNames(locale(), { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** As messages write it too. @param {NonNullable<import('./api.js').SiteBooking['address']>} address @returns {string[]} */
export function addressLines({ street, postcode, city, state, country }) {
  const place = [postcode, city].filter((part) => part).join(' ');
  return [street, place, state, country ? countryName(country) : null].flatMap((line) => line || []);
}
