/** Reads the text of a calendar into its components, and skips lines that cannot be read. */
import ICAL from 'ical.js';

export type JcalProperty = [
  name: string,
  parameters: Record<string, string>,
  type: string,
  ...values: unknown[],
];

/** With the line on which it begins. */
export type CalendarComponent = {
  name: string;
  line: number;
  properties: JcalProperty[];
  parts: CalendarComponent[];
};

export class UnreadableLine extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Line ${line} cannot be read.`);
    this.line = line;
  }
}

/** The maximum number of lines that are read of a calendar, because ical.js makes several objects of each line. */
const MAX_LINES = 200_000;

/**
 * The beginning of a line of a calendar, such as a description, that does not matter for which nights are
 * taken. A line that breaks the rules of iCalendar does not match the pattern, so that ical.js refuses it.
 */
const UNUSED =
  /(?!(?:BEGIN|END|UID|SEQUENCE|DTSTAMP|LAST-MODIFIED|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|SUMMARY|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO)[;:])[A-Z0-9-]+(?:;[A-Z0-9-]+=(?:"[^"\r\n]*"|[^",:;\r\n]*)(?:,(?:"[^"\r\n]*"|[^",:;\r\n]*))*)*:/iy;

/** The beginning of a line with a text of an event, which is kept but decides about no nights. */
const TEXT = /(?:DESCRIPTION|URL|LOCATION)[;:]/iy;
const EDGE = /(?:BEGIN|END):/iy;

type Line = { text: string; number: number; isText: boolean };

const startsWith = (pattern: RegExp, text: string, from: number): boolean => {
  pattern.lastIndex = from;
  return pattern.test(text);
};

/**
 * The lines of a calendar that decide about nights, unfolded, or null if there are too many of them. Lines
 * that decide about no nights are left out before ical.js makes objects of them, because a calendar can have
 * a million. Of those, the first of each kind of text in each component is kept.
 */
export function listUsedLines(text: string): Line[] | null {
  const lines: Line[] = [];
  let last: Line | null = null;
  let seenTexts = new Set<string>();
  const isFirstText = (from: number): boolean => {
    if (!startsWith(TEXT, text, from)) return false;
    const name = text.slice(from, TEXT.lastIndex - 1).toUpperCase();
    const isFirst = !seenTexts.has(name);
    seenTexts.add(name);
    return isFirst;
  };
  for (let from = 0, number = 1; from < text.length; number += 1) {
    const to = text.indexOf('\n', from) + 1 || text.length;
    const isContinued = text[from] === ' ' || text[from] === '\t';
    const isUnused = !isContinued && startsWith(UNUSED, text, from);
    const isText = isUnused && isFirstText(from);
    if (startsWith(EDGE, text, from)) seenTexts = new Set();
    if (isContinued ? last === null : isUnused && !isText) last = null;
    else {
      const line = text.slice(from, to).replace(/\r?\n$/, '');
      if (isContinued && last) last.text += line.slice(1);
      else if (line !== '') {
        last = { text: line, number, isText };
        lines.push(last);
      }
    }
    if (lines.length > MAX_LINES) return null;
    from = to;
  }
  return lines;
}

/** The line of the calendar's text on which each property was read, to name the line in errors. */
const linesOfProperties = new WeakMap<JcalProperty, number>();

export const findLine = (property: JcalProperty): number => linesOfProperties.get(property) ?? 0;

/** If it cannot be read, the error names its line. */
export function readProperty<Value>(property: JcalProperty, read: (property: JcalProperty) => Value): Value {
  try {
    return read(property);
  } catch {
    throw new UnreadableLine(findLine(property));
  }
}

/** One whose end is missing ends where the next one begins. */
const NEVER_NESTED: ReadonlySet<string> = new Set(['vevent', 'vfreebusy', 'vtimezone', 'vtodo', 'vjournal']);

/** With the numbers of the lines that cannot be read. */
export function readComponents(lines: readonly Line[]) {
  const root: CalendarComponent = { name: '', line: 0, properties: [], parts: [] };
  const unreadable: number[] = [];
  let open = [root];
  for (const { text, number, isText } of lines) {
    const [, edge, rest = ''] = /^(BEGIN|END):(.*)$/i.exec(text) ?? [];
    const name = rest.trim().toLowerCase();
    if (edge === undefined) {
      try {
        const property = ICAL.parse.property(text) as unknown as JcalProperty;
        linesOfProperties.set(property, number);
        open.at(-1)?.properties.push(property);
      } catch {
        if (!isText) unreadable.push(number);
      }
    } else if (edge.toUpperCase() === 'BEGIN') {
      const unended = NEVER_NESTED.has(name) ? open.findIndex((one) => NEVER_NESTED.has(one.name)) : -1;
      if (unended > 0) {
        unreadable.push(number);
        open = open.slice(0, unended);
      }
      const component: CalendarComponent = { name, line: number, properties: [], parts: [] };
      open.at(-1)?.parts.push(component);
      open.push(component);
    } else {
      const begun = open.findLastIndex((one) => one.name === name);
      if (begun !== open.length - 1) unreadable.push(number);
      if (begun > 0) open = open.slice(0, begun);
    }
  }
  const isCalendar = ({ name }: CalendarComponent) => name === 'vcalendar';
  for (const { line } of root.parts.filter((part) => !isCalendar(part))) unreadable.push(line);
  const components = root.parts.flatMap((part) => (isCalendar(part) ? part.parts : [part]));
  return { components, unreadable };
}
