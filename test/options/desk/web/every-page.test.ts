/** What the pages of a team say, and where their links and forms lead. `-u` writes `every-page.txt` anew. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildMember, visitorOf } from '../../../helpers/pages.ts';
import { LOFT_A, openLivelyTeam } from '../../../web/lively-team.ts';
import { linksIn, textWithoutEntities } from '../../../web/page-text.ts';

const world = await openSharedApp();

/** Attributes that say something to a reader or to the server. */
const SHOWN = ['name', 'value', 'title', 'aria-label', 'min', 'max'];

/** A tag with its attributes that are shown, or nothing but a space. */
function presentTag(tag: string, name: string): string {
  const shown = SHOWN.flatMap((key) => {
    const value = new RegExp(` ${key}="([^"]+)"`).exec(tag)?.[1];
    return value === undefined ? [] : [key === 'name' ? value : `${key} ${value}`];
  });
  if (/ (checked|selected)[ >]/.test(tag)) shown.push('chosen');
  return name === 'option' || shown.length > 0 ? ` [${shown.join(', ')}] ` : ' ';
}

/** What a page says, a line for each block, with the addresses of its links and forms. */
const presentPage = (html: string): string =>
  textWithoutEntities(
    html
      .replaceAll(
        /<svg.*?<\/svg>|<datalist.*?<\/datalist>|<input type="hidden" name="(form_token|(\w+_)?seen)"[^>]*>/gs,
        '',
      )
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/<label[^>]*>/g, FIELD)
      .replaceAll(/<a [^>]*?href="([^"]*)"[^>]*>/g, ' ($1) ')
      .replaceAll(/<form [^>]*?action="([^"]*)"[^>]*>/g, '\n($1) ')
      .replaceAll(/<(\w+) [^>]*>/g, presentTag)
      .replaceAll(/<\/(title|p|h\d|tr|li|div|form|select|section|label)>/g, '\n')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/ +/g, ' ')
      .replaceAll(/\s*\n\s*/g, '\n')
      .trim(),
  );

/** Marks the line of a form's field, until only the first of all fields is kept. */
const FIELD = '\u001f';

/** What differs from one case to the next: ids, codes, people, places, dates, numbers, and which field of a form it is. */
const CASES = [
  new RegExp(`${FIELD}.*`),
  /^\[[^\]]*\]$/,
  /^\[(?!viewport)\w+\] \[.*/,
  /^\[\w+, value .*/,
  /id-\d+|CODE\d|HB7K2M9Q/g,
  /(Bea|Cai|Dot|Eve|Fay|Gus|Ana|Max) [A-Z]\w+|Sea Loft|Pier (Double|House)|Loft [AB]|\b10[12]\b/g,
  /\b(Mo|Tu|We|Th|Fr|Sa|Su)[a-z]?\b|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
  /\d[\d.,:-]*/g,
];

/**
 * The first line of each kind, and every heading. Another line that differs only in its case follows the same rule, so that
 * another field of a form changes nothing.
 */
function firstOfEachKind(text: string): string {
  const known = new Set<string>();
  const isFirst = (line: string) => {
    const kind = CASES.reduce((rest, part) => rest.replace(part, '…'), line);
    if (line !== '' && !line.startsWith('# ') && known.has(kind)) return false;
    known.add(kind);
    return true;
  };
  return text
    .split('\n')
    .filter(isFirst)
    .join('\n')
    .replaceAll(new RegExp(`${FIELD} ?`, 'g'), '');
}

/** All bookings differ. Of other pages of one kind, the first says enough. */
const kindOf = (path: string): string =>
  /bookings\/[0-9a-f-]{36}$/.test(path) ? path : path.replaceAll(/[0-9a-f-]{36}|=[^&]*/g, '');

test('every page that is linked shows the recorded first lines', async () => {
  const { teamId, base, loftId, codes } = await openLivelyTeam(world);
  // It stores when the token was used, which is otherwise written a moment later.
  await world.services.close();
  const { email } = await buildMember(world, { teamId, name: 'Max Bo', email: 'max@harbour.example' });
  const visitor = visitorOf(world);
  await visitor.signIn(email);
  const stay = 'check_in=2027-06-07&check_out=2027-06-11&adults=2';
  const starts = [
    'today',
    `bookings/new?${stay}`,
    `bookings/new?${stay}&listing=${loftId}&coupon_code=TAKE20&extras=breakfast%3A2`,
    'bookings?q=nobody',
    `prices/${loftId}`,
    `calendar/units/${LOFT_A}?from=2027-03-01`,
  ];
  const waiting = [...starts.map((start) => `${base}/${start}`), '/app/account'];
  const seen = new Set<string>();
  const pages: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(kindOf(path)) || path.endsWith('/export')) continue;
    seen.add(kindOf(path));
    const { body, statusCode } = await visitor.get(path);
    expect([path, statusCode]).toEqual([path, 200]);
    waiting.push(...linksIn(body, base));
    // The frame around a page is the same on all of them.
    const shown = pages.length === 0 ? body : body.replace(/<a class="skip".*<\/header>/s, '');
    pages.push(`# ${path}\n${presentPage(shown)}\n`);
  }
  const ids: string[] = [];
  const numbered = (id: string) => `id-${ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1}`;
  const text = pages
    .join('\n')
    .replaceAll(base, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, numbered)
    .replaceAll(new RegExp(codes.join('|'), 'g'), (code) => `CODE${codes.indexOf(code)}`);
  await expect(firstOfEachKind(text)).toMatchFileSnapshot('./every-page.txt');
});
