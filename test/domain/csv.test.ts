import { expect, it } from 'vitest';
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
