/**
 * Draws the demo's pictures again: `node demo/draw-photos.ts`. They are kept in `demo/photos/`, so nothing is drawn at
 * run time.
 */
import { writeFileSync } from 'node:fs';
import { ALFAMA_PICTURES } from './drawing/alfama-pictures.ts';
import { COTTAGE_PICTURES } from './drawing/cottage-pictures.ts';
import { COUNTRY_PICTURES } from './drawing/country-pictures.ts';
import { PIER_HOUSE_PICTURES } from './drawing/pier-house-pictures.ts';
import { PIER_ROOM_PICTURES } from './drawing/pier-room-pictures.ts';
import { QUARTER_PICTURES } from './drawing/quarter-pictures.ts';
import { RIVER_PICTURES } from './drawing/river-pictures.ts';
import { SHORE_PICTURES } from './drawing/shore-pictures.ts';

/** Every picture's file name and its SVG. */
export function drawPictures(): Map<string, string> {
  const drawings = {
    ...ALFAMA_PICTURES,
    ...RIVER_PICTURES,
    ...QUARTER_PICTURES,
    ...PIER_HOUSE_PICTURES,
    ...PIER_ROOM_PICTURES,
    ...SHORE_PICTURES,
    ...COUNTRY_PICTURES,
    ...COTTAGE_PICTURES,
  };
  return new Map(Object.entries(drawings).map(([file, draw]) => [file, draw()]));
}

if (import.meta.main) {
  for (const [file, svg] of drawPictures()) writeFileSync(new URL(`photos/${file}`, import.meta.url), svg);
}
