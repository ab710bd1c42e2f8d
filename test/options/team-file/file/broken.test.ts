import { expect, test } from 'vitest';
import { fingerprintOf } from '../../../helpers/rows.ts';
import { openSharedTeamFiles, openTeamFiles } from '../../../helpers/team-file.ts';
import {
  brokenFile,
  contradictory,
  goodFile,
  inFewFiles,
  type Mistake,
  missing,
  mistyped,
  outOfRange,
} from './broken-files.ts';

/** The form of a problem: the place, what is wrong, and nothing about the code. */
const LINE = /^[a-z_]+(\[\d+\])?( \([^\n]*\))?: [^\n]+\.$/;
const STACK = /\n\s+at |Error:|node:|\.ts:/;

const files = await openSharedTeamFiles();
// Another team, whose rows must not change either.
await files.importSound({ ...goodFile(), team: { ...goodFile().team, slug: 'other' }, tokens: [] });
const before = await fingerprintOf(files.pool);

/** A file with mistakes, and the line of each. */
const kinds: Record<string, Mistake[][]> = {
  'a required field is missing': inFewFiles(missing()),
  'a field has another type': inFewFiles(mistyped()),
  'a value is out of range': inFewFiles(outOfRange()),
  // Of these only one would show.
  'the file contradicts itself': contradictory().map((mistake) => [mistake]),
};

/**
 * The rule that a problem states: without its place, field and value, and with … for words, numbers and dates of the case.
 * A new field under a known rule changes no list of rules.
 */
const toRule = (problem: string): string =>
  problem
    .replace(/^[a-z_]+(\[\d+\])?( \(.*?\))?: /, '')
    .replace(/^[a-z_]+(\[\d+\]|\.[a-z_]+)* (?=must|is|cannot)/, '')
    .replace(/, not (["\d-]|an? |the given|true|false).*\.$/, '.')
    .replace(/must be one of .*/, 'must be one of ….')
    .replaceAll(/[a-z_]+\[\d+\](\.[a-z_]+)?( \([^)]*\))?/g, 'ENTRY')
    .replaceAll(/\[[\d-]+, [\d-]+\)/g, '[…, …)')
    .replaceAll(/-?\d[\d.:T+-]*\d|-?\d|"[^"]*"/g, (part) => (part === '4217' ? part : '…'));

test.each(Object.entries(kinds))(
  'a team file is refused and changes nothing if %s, with one line and a place for each mistake',
  async (kind, some) => {
    const rules = new Set<string>();
    for (const mistakes of some) {
      // The mistakes of a later step show once those of the earlier ones are put right.
      let left = mistakes;
      for (let step = 1; left.length > 0; step += 1) {
        const { file, places } = brokenFile(left);
        const problems = await files.importRefused(file);
        for (const line of problems) {
          expect(line).toMatch(LINE);
          rules.add(toRule(line));
        }
        expect(problems.join('\n')).not.toMatch(STACK);
        const hidden = left.filter(
          ({ field }, index) =>
            !problems.some((line) => line.startsWith(places[index] ?? '') && line.includes(field)),
        );
        const unseen = hidden.map(({ what }) => what).join('\n');
        expect(hidden.length, `${unseen}\n${problems.join('\n')}`).toBeLessThan(left.length);
        expect(problems.length).toBeGreaterThanOrEqual(left.length - hidden.length);
        expect(step).toBeLessThanOrEqual(3);
        left = hidden;
      }
    }
    expect(await fingerprintOf(files.pool)).toBe(before);
    const list = [...rules].sort().join('\n');
    await expect(`${list}\n`).toMatchFileSnapshot(`./refusals/${kind.replaceAll(' ', '-')}.txt`);
  },
);

/** The file with `value` in place of each list and password in turn. Of the items of a list, the first is enough. */
function filesWith(value: unknown, file: object, within: object = file): object[] {
  return Object.entries(within).flatMap(([key, old]) => {
    // The data of an event may be anything.
    if (key === 'data' || (Array.isArray(within) && key !== '0')) return [];
    const inside = old && typeof old === 'object' ? filesWith(value, file, old) : [];
    if (!Array.isArray(old) && key !== 'password') return inside;
    Object.assign(within, { [key]: value });
    const replaced = structuredClone(file);
    Object.assign(within, { [key]: old });
    return [replaced, ...inside];
  });
}

test('an object with a length in a team file is never taken for a password or a list', async () => {
  const all = filesWith({ length: { toString: 1 } }, goodFile());
  expect(all.length).toBeGreaterThan(20);
  for (const file of all) for (const line of await files.importRefused(file)) expect(line).toMatch(LINE);
});

test('the team file from which the broken ones are made is itself accepted', async () => {
  const own = await openTeamFiles();
  await own.importSound(goodFile());
  await own.close();
});

test('all mistakes that one step of an import can find are reported at once, also several of one entry', async () => {
  const good = goodFile();
  const [first, second] = good.bookings;
  const fields = {
    ...good,
    team: { ...good.team, name: 7 },
    coupons: [
      { code: 'TAKE20', amount: 2000 },
      { code: 'take20', percent: 'ten' },
    ],
    guests: [{ ...good.guests[0], phone: 12 }],
    bookings: [
      { ...first, coupon_code: null },
      { ...second, number_of_guests: '2' },
      { ...first, id: null, confirmation_code: 'THIRD', notes: 5, coupon_code: null },
    ],
  };
  const stored = {
    blocks: [{ listing: 'nowhere', unit: 'A', start_date: '2027-01-02', end_date: '2027-01-01' }],
    bookings: [
      { ...first, coupon_code: null },
      {
        ...second,
        guest: 'nobody@example.com',
        check_out: '2027-02-01',
        completed_at: '2027-03-05T12:00:00Z',
        invoices: [{ number: '1' }, { number: '1' }].map((one) => ({ ...one, amount: 0, status: 'void' })),
      },
      { ...first, id: null, confirmation_code: 'THIRD', coupon_code: null },
    ],
  };
  expect(await files.importRefused({ ...fields, blocks: stored.blocks })).toEqual([
    'team (harbour): name must be a text, not 7.',
    'coupons[1] (take20): percent must be a percentage from 0 to 100, not "ten".',
    'coupons[1] (take20): code must not be that of coupons[0] (TAKE20), not "take20".',
    'guests[0] (bea@example.com): phone must be a text, not 12.',
    'bookings[1] (SECOND): number_of_guests must be an integer from 1 to 1000, not "2".',
    'bookings[2] (THIRD): notes must be a text, not 5.',
  ]);
  expect(await files.importRefused({ ...good, ...stored })).toEqual([
    'bookings[1] (SECOND): guest must be the email or id of a guest, not "nobody@example.com".',
    'bookings[1] (SECOND): check_out must be a date after check_in, not "2027-02-01".',
    'bookings[1] (SECOND): completed_at must not be given with status "cancelled", not "2027-03-05T12:00:00+00:00".',
    'bookings[1] (SECOND): invoices[1].number must not be that of invoices[0], not "1".',
    'blocks[0] (nowhere A 2027-01-02): listing must be the slug of a listing, not "nowhere".',
    'blocks[0] (nowhere A 2027-01-02): end_date must be after start_date, not "2027-01-01".',
  ]);
  expect(
    await files.importRefused({ ...good, bookings: stored.bookings.filter((_, index) => index !== 1) }),
  ).toEqual([
    'bookings[1] (THIRD): its nights, [2027-03-01, 2027-03-05) in unit "Loft A", must not overlap those of bookings[0] (HB7K2M9Q), [2027-03-01, 2027-03-05).',
  ]);
});

test.each([null, 7, 'a text', [], [1, 2], {}, { team: null }, { team: [] }])(
  '%j is not a team file',
  async (json) => {
    const problems = await files.importRefused(json);
    expect(problems[0]).toMatch(/^(file|team): must be an object/);
  },
);

test('no problem of a team file quotes a secret', async () => {
  const secret = 'hunter2-hunter2-hunter2-hunter2';
  const good = goodFile();
  const refused = [
    { ...good, tokens: [secret, { token: secret }, { name: 'A', token: [secret], scope: secret.length }] },
    { ...good, tokens: { token: secret }, members: secret },
    { ...good, members: [{ ...good.members[0], password: { password: secret }, password_hash: secret }] },
    { ...good, tokens: [{ ...good.tokens[0], token: `${secret}ü` }] },
    { ...good, guests: [{ ...good.guests[0], notes: { token: secret } }] },
    secret,
  ];
  for (const file of refused) {
    expect((await files.importRefused(file)).join('\n')).not.toContain(secret.slice(0, 8));
  }
});

test('each problem of a team file is one line, whatever the file contains', async () => {
  const good = goodFile();
  const wild = `x\n at evil\u001b[31m\u2028${'y'.repeat(500)}`;
  const problems = await files.importRefused({
    ...good,
    guests: [{ email: wild, name: 'A' }],
    bookings: [{ ...good.bookings[0], confirmation_code: wild, guest: wild, [wild]: 1, status: wild }],
  });
  for (const line of problems) {
    expect(line).toMatch(LINE);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(line).not.toMatch(/[\u0000-\u001f\u2028]/);
    expect(line.length).toBeLessThan(400);
  }
});
