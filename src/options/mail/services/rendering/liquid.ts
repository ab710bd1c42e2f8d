/**
 * The part of Liquid that a team's texts may use. Liquid writes a placeholder, called a mark, for every value.
 * Marks are replaced by their values only after Markdown is rendered, so that no value is read as Markdown, HTML
 * or Liquid (docs/rules.md, 25.4).
 */
import { type Context, filters, Liquid, type Template } from 'liquidjs';
import { computeZoneOffsetMs } from '../../../../domain/dates/dates.ts';
import { nameZone } from '../../../../domain/dates/zone-names.ts';
import { type LanguageCode, languages } from '../../../../domain/languages/languages.ts';
import { MAX_MAIL_BODY_LENGTH, MAX_MAIL_DATE_FORMAT_LENGTH } from '../../../../domain/limits.ts';
import { createMoneyFormat } from '../../../../domain/money.ts';
import type { MailValues } from '../../domain/values.ts';
import { writeDateWords } from './date-words.ts';
import { LONG_DATE_FORMAT, MailTextProblem } from './text-problem.ts';

/** A value that may be the address of a link. `href` is null if there is no address. */
export class MailLink {
  readonly href: string | null;
  constructor(href: string | null) {
    this.href = href;
  }
  toString(): string {
    return this.href ?? '';
  }
}

const MARK_START = '\uE000';
const MARK_END = '\uE001';
/** The number is that of the value. */
export const MARK_PATTERN = /\uE000(\d+)\uE001/g;
/** Marks and the placeholder of the booking's link are made of these. */
const RESERVED_CHARACTERS = /[\uE000-\uE00F]/g;
/** The same characters as HTML entities, which Markdown reads. */
const RESERVED_ENTITIES = /&#(?:x0*e00[\da-f]|0*573(?:4[4-9]|5\d));/gi;

/** Stands for the address of the guest's own page, which is put in only while a message is sent or shown. */
export const LINK_PLACEHOLDER = '\uE00F';

/** So that nobody can forge a placeholder. */
export const withoutMarks = (text: string): string => text.replace(RESERVED_CHARACTERS, '\uFFFD');

/** For Markdown, which also reads HTML entities. */
export const withoutForgedMarks = (source: string): string =>
  withoutMarks(source).replace(RESERVED_ENTITIES, '\uFFFD');

export const buildMark = (index: number): string => `${MARK_START}${index}${MARK_END}`;

/** What filters can use while a text is rendered. `outputs` are the values so far. */
type Shared = { outputs: unknown[]; money: Intl.NumberFormat; timezone: string; language: LanguageCode };
type FilterContext = { context: Context };
const sharedOf = ({ context }: FilterContext): Shared => context.globals as Shared;

const ALLOWED_TAGS = new Set(['if', 'unless', 'case', 'for']);
const ALLOWED_FILTERS = new Set(['date', 'money', 'number', 'default', 'upcase', 'downcase', 'escape']);

/** Characters that loops and filters may build while one text is rendered. */
const MEMORY_LIMIT = 1_000_000;

/** Kept, because each new format takes native memory. */
const numberFormats = new Map<LanguageCode, Intl.NumberFormat>();
const findNumberFormat = (language: LanguageCode): Intl.NumberFormat =>
  numberFormats.getOrInsertComputed(language, () => new Intl.NumberFormat(languages[language].locale));

/** This filter runs last whenever a text outputs a value. It stores the value and writes a mark in its place. */
function markOutput(this: FilterContext, value: unknown): string {
  const { outputs } = sharedOf(this);
  outputs.push(value);
  return buildMark(outputs.length - 1);
}

function createEngine(): Liquid {
  const engine = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    timezoneOffset: 0,
    parseLimit: 2 * MAX_MAIL_BODY_LENGTH,
    memoryLimit: MEMORY_LIMIT,
    outputEscape: markOutput as (value: unknown) => string,
  });
  for (const name of Object.keys(engine.tags)) if (!ALLOWED_TAGS.has(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (!ALLOWED_FILTERS.has(name)) delete engine.filters[name];
  engine.registerFilter('money', function (this: FilterContext, value: unknown) {
    return typeof value === 'number' ? formatMoney(sharedOf(this).money, value) : value;
  });
  engine.registerFilter('number', function (this: FilterContext, value: unknown) {
    return typeof value === 'number' ? findNumberFormat(sharedOf(this).language).format(value) : value;
  });
  // Every value is escaped later, when it replaces its mark. Escaping twice would show the reader HTML entities.
  engine.registerFilter('escape', (value: unknown) => value);
  engine.registerFilter('date', function (this: FilterContext, value: unknown, format?: unknown) {
    const { timezone, language } = sharedOf(this);
    const moment = toClockTime(value, timezone);
    if (moment === null) return value;
    const isDate = String(value).length === 10;
    const { day, moment: dayAndTime } = languages[language].mail;
    const chosen = typeof format === 'string' ? format : isDate ? day : dayAndTime;
    throwIfDateFormatTooLong(chosen);
    const written = formatNumbers.call(this, moment, writeDateWords(moment, chosen, language));
    return isDate || typeof format === 'string'
      ? written
      : `${written} (${nameZone(timezone, language, new Date(String(value)))})`;
  });
  return engine;
}

/** Never formats words: for these, liquidjs takes gigabytes. */
const formatNumbers = filters.date as (this: FilterContext, value: Date, format: string) => unknown;

export function throwIfDateFormatTooLong(format: string): void {
  if ([...format].length > MAX_MAIL_DATE_FORMAT_LENGTH) throw new MailTextProblem(LONG_DATE_FORMAT);
}

const engine = createEngine();

/** 124050 in the currency's minor unit is "€1,240.50" in English. */
const formatMoney = (format: Intl.NumberFormat, amount: number): string =>
  format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));

/** Moves a moment as if its time zone were UTC. A date is returned unchanged, and any other value gives null. */
function toClockTime(value: unknown, timezone: string): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return null;
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime()) || value.length === 10)
    return Number.isNaN(moment.getTime()) ? null : moment;
  return new Date(moment.getTime() + computeZoneOffsetMs(timezone, moment.getTime()));
}

/** Throws liquidjs's own error if a tag, filter or variable is not allowed. */
export const parseLiquid = (source: string): Template[] => engine.parse(withoutForgedMarks(source));

export type RenderedLiquid = { text: string; outputs: readonly unknown[] };

/** With a mark for each value. Throws liquidjs's error if it takes longer than `clockMs` by the clock. */
export function renderLiquid(
  templates: Template[],
  { currency, timezone, ...values }: MailValues,
  { language, hasLink, clockMs }: { language: LanguageCode; hasLink: boolean; clockMs: number },
): RenderedLiquid {
  const shared: Shared = {
    outputs: [],
    money: createMoneyFormat(currency, { locale: languages[language].locale }),
    timezone,
    language,
  };
  const { team, booking } = values;
  const scope = {
    ...values,
    team: { ...team, website: team.website && new MailLink(team.website) },
    booking: {
      ...booking,
      link: hasLink ? new MailLink(LINK_PLACEHOLDER) : null,
      payment_link: booking.payment_link ? new MailLink(booking.payment_link) : null,
    },
  };
  const text = engine.renderSync(templates, scope, { globals: shared, renderLimit: clockMs });
  return { text: String(text), outputs: shared.outputs };
}
