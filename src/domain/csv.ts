/** RFC 4180, for people and their spreadsheets (docs/rules.md, 24.12). */
import { countMinorDigits } from './money.ts';

/** Anything that is not a text or a number is written as JSON. */
export type CsvCell = string | number | boolean | null | CsvNumber | object;
/** A symbol, so no object that a caller has sent can have it. */
const DECIMAL = Symbol('decimal');
/** A number with its decimals, which is written unchanged. */
type CsvNumber = { readonly [DECIMAL]: string };

/** By it, spreadsheets know that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

export const writeCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(writeCsvCell).join(',')}\r\n`;

/**
 * Where a spreadsheet could begin to compute: before a sign with which a formula begins, or that it skips
 * before one. Such a sign counts at the start and after whatever may separate cells: a semicolon, a tab or a
 * line break. A quotation mark between the two changes nothing.
 */
const FORMULA_PATTERN = /(?<=^|[;\t\n]"*|\r(?!\n)"*)(?=[=+\-@\t\r\n])/g;

function writeCsvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (typeof cell === 'object') return isCsvNumber(cell) ? cell[DECIMAL] : quote(JSON.stringify(cell));
  return quote(cell.replaceAll(FORMULA_PATTERN, "'"));
}

const isCsvNumber = (cell: object): cell is CsvNumber => DECIMAL in cell;

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** 48700 cents are 487.00 in EUR, and 48700 in JPY. */
export function toCsvAmount(amountCents: number, currency: string): CsvNumber {
  const digits = countMinorDigits(currency);
  if (digits === 0) return { [DECIMAL]: String(amountCents) };
  const whole = String(Math.abs(amountCents)).padStart(digits + 1, '0');
  const decimal = `${whole.slice(0, -digits)}.${whole.slice(-digits)}`;
  return { [DECIMAL]: amountCents < 0 ? `-${decimal}` : decimal };
}

export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('text/csv')) return false;
  const ranges = accept.split(',').map(parseRange);
  return findQuality(ranges, 'text/csv') > findQuality(ranges, 'application/json');
}

type Range = { type: string; quality: number };

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The `q` of the most specific range that matches. */
function findQuality(ranges: readonly Range[], type: string): number {
  const [group] = type.split('/');
  for (const pattern of [type, `${group}/*`, '*/*']) {
    const found = ranges.find((range) => range.type === pattern);
    if (found) return found.quality;
  }
  return 0;
}
