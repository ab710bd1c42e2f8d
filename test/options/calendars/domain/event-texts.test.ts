import { expect, it } from 'vitest';
import { findTextProblem } from '../../../../src/domain/text/text.ts';
import { readEventTexts } from '../../../../src/options/calendars/domain/event-texts.ts';

const EMPTY = { summary: '', description: '', url: '', location: '' };
const linkIn = (texts: Partial<typeof EMPTY>) => readEventTexts({ ...EMPTY, ...texts }).link;

it('empty texts of an event are none', () => {
  expect(readEventTexts({ ...EMPTY, summary: '  ', description: ' \n ' })).toEqual({
    summary: null,
    description: null,
    link: null,
  });
});

it('the link is the first https address in URL, description, summary and location, in this order', () => {
  const all = {
    url: 'https://a.example/1',
    description: 'See https://b.example/2 and https://b.example/3',
    summary: 'https://c.example/4',
    location: 'https://d.example/5',
  };
  expect(linkIn(all)).toBe('https://a.example/1');
  expect(linkIn({ ...all, url: 'http://a.example/1' })).toBe('https://b.example/2');
  expect(linkIn({ ...all, url: '', description: 'javascript:alert(1)' })).toBe('https://c.example/4');
  expect(linkIn({ location: all.location })).toBe('https://d.example/5');
});

it('punctuation around an address is not part of it', () => {
  expect(linkIn({ description: 'Open (https://a.example/x?y=1), please.' })).toBe('https://a.example/x?y=1');
  expect(linkIn({ description: '<a href="https://a.example/x">x</a>' })).toBe('https://a.example/x');
  expect(linkIn({ url: 'https://a.example/x_(y)' })).toBe('https://a.example/x_(y)');
});

it('an address of more than 2,048 characters is passed over', () => {
  const long = `https://a.example/${'x'.repeat(2_048)}`;
  expect(linkIn({ url: long })).toBeNull();
  expect(linkIn({ url: long, location: 'https://b.example/' })).toBe('https://b.example/');
  expect(linkIn({ url: `https://a.example/${'x'.repeat(2_030)}` })).toHaveLength(2_048);
  expect(linkIn({ description: `https://a.example/${'.'.repeat(2_000_000)}x` })).toBeNull();
});

it('texts are cut by code points, and are such as a team file takes', () => {
  const { summary, description } = readEventTexts({
    ...EMPTY,
    summary: `\u202e\u0007Guest\u0000 ${'😀'.repeat(300)}`,
    description: `a\r\nb\0${'😀'.repeat(1_000)}`,
  });
  expect([...(summary ?? '')]).toHaveLength(255);
  expect(findTextProblem(summary ?? '', { max: 255, oneLine: true })).toBeNull();
  expect([...(description ?? '')]).toHaveLength(1_000);
  expect(description?.startsWith('a\nb😀')).toBe(true);
  expect(findTextProblem(description ?? '', { max: 1_000 })).toBeNull();
});
