import { expect, it } from 'vitest';
import {
  endWithStop,
  INTEGER,
  type MessageText,
  namedField,
  namedNumber,
  wordMessageText,
} from '../../../src/domain/text/message-text.ts';

const RANGE: MessageText = ['must be ', INTEGER, ' from ', namedNumber(0), ' to ', namedNumber(500)];
const CLASH: MessageText = [
  'must not overlap ',
  { kind: 'season', name: 'May 1', inList: 'seasons[0] ("May 1")' },
];

it('words the data of a message for a caller of the API', () => {
  expect(wordMessageText(RANGE)).toBe('must be an integer from 0 to 500');
  expect(wordMessageText(['is after ', namedField('start_date')])).toBe('is after start_date');
  expect(wordMessageText(CLASH)).toBe('must not overlap seasons[0] ("May 1")');
});

it('words the data of a message in another way, and nothing else', () => {
  const shout = (part: { kind: string }) => part.kind.toUpperCase();
  expect(wordMessageText(CLASH, shout)).toBe('must not overlap SEASON');
  expect(wordMessageText('must be an integer from 0 to 500', shout)).toBe('must be an integer from 0 to 500');
});

it('ends a sentence with one full stop, with or without data', () => {
  expect(['is required', 'is required.'].map(endWithStop)).toEqual(['is required.', 'is required.']);
  expect(wordMessageText(endWithStop(RANGE))).toBe('must be an integer from 0 to 500.');
});
