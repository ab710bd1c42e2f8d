import { expect, test } from 'vitest';
import { placeDrawingPath } from '../../../../../src/options/desk/web/places/drawings.ts';

test('a place without a photo has the drawing of its kind, and a kind of room that of a room', () => {
  expect(placeDrawingPath('standalone', 'boat')).toMatch(/^\/assets\/places-\w{16}\.svg#boat$/);
  expect(placeDrawingPath('unit_type', 'other')).toMatch(/#room$/);
  expect(placeDrawingPath('unit_type', 'studio')).toMatch(/#studio$/);
});
