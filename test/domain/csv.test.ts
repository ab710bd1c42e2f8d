import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefersCsv, toCsvAmount, writeCsvRow } from '../../src/domain/csv.ts';

it('CSV fields are quoted as RFC 4180 says, and texts that a spreadsheet would compute are made harmless', () => {
  expect(writeCsvRow(['a', 'b,c', 'say "hi"', 'two\nlines', null, 7, true, ['x'], { y: 1 }])).toBe(
    'a,"b,c","say ""hi""","two\nlines",,7,true,"[""x""]","{""y"":1}"\r\n',
  );
  expect(writeCsvRow(['=1+1', '+1', '-1', '@a', '\tb', '\rc', '\nd', -1])).toBe(
    `'=1+1,'+1,'-1,'@a,'\tb,"'\rc","'\nd",-1\r\n`,
  );
  expect(writeCsvRow([toCsvAmount(-5, 'EUR'), toCsvAmount(48_700, 'JPY'), toCsvAmount(1_234, 'KWD')])).toBe(
    '-0.05,48700,1.234\r\n',
  );
  // Objects of a team's own fields are never taken for such an amount.
  expect(writeCsvRow([{ decimal: '=1+1' }])).toBe('"{""decimal"":""=1+1""}"\r\n');
});

describe('a spreadsheet computes nothing that a text holds', () => {
  it.each([
    ["x;=cmd|' /C calc'!A0;", "x;'=cmd|' /C calc'!A0;"],
    ['a\t+1\n-1\r\n@b\r=1', "\"a\t'+1\n'-1\r\n'@b\r'=1\""],
    [';=1;;+1', ";'=1;;'+1"],
    ['=1;=2', "'=1;'=2"],
    ['a;\tb', "a;'\tb"],
    ['x;"=1"', `"x;""'=1"""`],
    ['a\r\nb; c\td', '"a\r\nb; c\td"'],
    ['1+1=2; a@b, x-y', '"1+1=2; a@b, x-y"'],
  ])('the text %j is written as %j', (text, cell) => {
    expect(writeCsvRow(['id', text, -1])).toBe(`id,${cell},-1\r\n`);
  });

  it('JSON and numbers stay as they are', () => {
    expect(writeCsvRow([['x;=1'], { a: ';-1' }, -1, toCsvAmount(-5, 'EUR')])).toBe(
      '"[""x;=1""]","{""a"":"";-1""}",-1,-0.05\r\n',
    );
  });

  const text = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n;," a1') });

  it.each([',', ';', '\t'])('whatever the texts are, if cells are split at %j', (separator) => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const cells = readSheet(writeCsvRow(['id', one, other, 'end']), separator);
        expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
      }),
    );
  });

  it('whatever the texts are, they come back without the apostrophes', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const cells = readSheet(writeCsvRow(['id', one, other, 'end']), ',');
        expect(cells.map((cell) => cell.replaceAll("'", ''))).toEqual(['id', one, other, 'end', '']);
      }),
    );
  });
});

/**
 * The cells of a sheet as spreadsheets read it. Only a cell that begins with a quotation mark is quoted, and what follows
 * its second mark belongs to it too.
 */
function readSheet(sheet: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isStart = true;
  let isQuoted = false;
  for (let at = 0; at < sheet.length; at += 1) {
    const sign = sheet.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (sheet[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === separator || sign === '\n' || sign === '\r') {
      if (sign === '\r' && sheet[at + 1] === '\n') at += 1;
      cells.push(cell);
      cell = '';
      isStart = true;
      continue;
    } else if (sign === '"' && isStart) isQuoted = true;
    else cell += sign;
    isStart = false;
  }
  return [...cells, cell];
}

it.each([
  [undefined, false],
  ['*/*', false],
  ['text/csv', true],
  ['text/csv;q=0', false],
  ['application/json, text/csv;q=0.9', false],
  ['application/json;q=0.5, text/csv', true],
  ['TEXT/CSV, */*;q=0.1', true],
  ['text/csv, application/json', false],
])('with Accept: %s a list is sent as CSV: %s', (accept, isCsv) => {
  expect(prefersCsv(accept)).toBe(isCsv);
});
