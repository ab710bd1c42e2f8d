/** Amounts of money as people type them, such as "85,50", "1.234,50" or "€ 160" (docs/rules.md, 21.8). */

import { countMinorDigits } from '../domain/money.ts';
import { findCurrencySigns } from './views/format.ts';

export type AmountProblem = 'unreadable' | 'ambiguous' | 'other_currency' | 'negative' | 'decimals';
type ReadAmount = { cents: number } | { problem: AmountProblem };

/** More than any real amount has, and few enough to be exact in JavaScript. */
const MAX_WHOLE_DIGITS = 12;

/** A number with a text before and after it, such as a currency sign or a minus. */
const PARTS = /^([^\d]*)(\d(?:[\d.,' ]*\d)?)([^\d]*)$/;
/** These can only separate thousands. */
const GROUPING = /[' ]/;
const MINUS = /[-−–]/;

/**
 * An amount with two meanings is refused: "1,234" may be a thousand or little more than one, unless the
 * currency has no decimals, or has three and the separator is a point.
 */
export function readAmount(
  text: string,
  currency: string,
  { mayBeNegative = false }: { mayBeNegative?: boolean } = {},
): ReadAmount {
  const typed = text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
  const [, before = '', number = '', after = ''] = PARTS.exec(typed) ?? [];
  if (number === '') return { problem: 'unreadable' };

  const signs = [before, after].map((part) => part.trim()).filter((part) => part !== '');
  const minuses = [...before].filter((one) => MINUS.test(one)).length;
  if (MINUS.test(after) || minuses > 1) return { problem: 'unreadable' };
  const named = signs.map((sign) => sign.replace(MINUS, '').trim()).filter((sign) => sign !== '');
  if (named.length > 1 || named.some((sign) => /^[.,]/.test(sign))) return { problem: 'unreadable' };
  if (named.some((sign) => !isSignOf(sign, currency))) return { problem: 'other_currency' };
  if (minuses === 1 && !mayBeNegative) return { problem: 'negative' };

  const amount = readNumber(number, countMinorDigits(currency));
  return 'cents' in amount && minuses === 1 && amount.cents !== 0 ? { cents: -amount.cents } : amount;
}

const isSignOf = (sign: string, currency: string): boolean =>
  // NFKC turns a full-width sign (as typed on Asian keyboards) into the usual one.
  sign.toUpperCase() === currency || findCurrencySigns(currency).includes(sign.normalize('NFKC'));

function readNumber(number: string, digits: number): ReadAmount {
  const marks = [...number.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  if (last === undefined) return toCents(number, '', digits);

  // A separator that occurs twice can only separate thousands, and so can the only one if the currency has no
  // decimals.
  const isRepeated = marks.filter((mark) => mark === last).length > 1;
  if (isRepeated && marks.some((mark) => mark !== last)) return { problem: 'unreadable' };
  if (isRepeated) return toCents(number, '', digits);

  const [whole = '', fraction = ''] = splitAtLast(number, last);
  const isOnlySeparator = marks.length === 1 && !GROUPING.test(number);
  if (isOnlySeparator && digits === 0 && fraction.length === 3) return toCents(number, '', digits);
  // With three decimals, "45.250" is written as our pages write it.
  if (isOnlySeparator && digits === 3 && last === '.' && fraction.length === 3)
    return toCents(whole, fraction, digits);
  // "0.234" can only be a decimal number, because a group of thousands never follows a zero.
  if (isOnlySeparator && digits > 0 && fraction.length === 3 && !whole.startsWith('0'))
    return { problem: 'ambiguous' };
  return toCents(whole, fraction, digits);
}

const splitAtLast = (number: string, mark: string): [string, string] => [
  number.slice(0, number.lastIndexOf(mark)),
  number.slice(number.lastIndexOf(mark) + 1),
];

/** One kind of separator may separate the thousands of `whole`, the number before the decimals. */
function toCents(whole: string, fraction: string, digits: number): ReadAmount {
  if (!/^\d+$/.test(whole) && !/^[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*$/.test(whole))
    return { problem: 'unreadable' };
  if (!/^\d*$/.test(fraction)) return { problem: 'unreadable' };
  if (fraction.length > digits) return { problem: 'decimals' };
  const wholeDigits = whole.replaceAll(/\D/g, '');
  if (wholeDigits.length > MAX_WHOLE_DIGITS) return { problem: 'unreadable' };
  return { cents: Number(wholeDigits + fraction.padEnd(digits, '0')) };
}

export function wordAmountProblem(problem: AmountProblem, label: string, currency: string): string {
  const digits = countMinorDigits(currency);
  const example = digits === 0 ? '12000' : `120.${'0'.repeat(digits)}`;
  switch (problem) {
    case 'ambiguous':
      return `${label} can be read in two ways. Leave out the separator of thousands, or write ${currency} with fewer decimals, such as ${example}.`;
    case 'other_currency':
      return `${label} must be in ${currency}, such as ${example}.`;
    case 'negative':
      return `${label} must not be below 0.`;
    case 'decimals':
      return digits === 0
        ? `${label} must have no decimals, such as ${example}.`
        : `${label} must have at most ${digits} decimals, such as ${example}.`;
    case 'unreadable':
      return `${label} must be an amount of ${currency}, such as ${example}.`;
  }
}
