import { extname } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { ListingKind, PropertyType } from '../domain/vocabulary.ts';
import {
  buildStaticFile,
  CACHE_FOR_EVER,
  readStaticFiles,
  type StaticFile,
  serveStaticFiles,
} from '../plugins/static-files.ts';
import { buildScriptBundle } from './script-bundle.ts';
import { buildLineRules } from './views/calendar-lines.ts';

const PREFIX = '/assets/';

/** All CSS files in the order of their names, so that a browser loads one file. */
const styleSheets = [...readStaticFiles(new URL('./style/', import.meta.url), /\.css$/).values()].map(
  ({ content }) => content,
);
const assetFiles = readStaticFiles(new URL('./assets/', import.meta.url), /\.(?:js|svg)$/);
const pictures = [...assetFiles].filter(([name]) => name.endsWith('.svg'));
/** Shared with the example booking site. An installation without it has no drawings of places. */
const DRAWINGS = 'places.svg';
const drawings = readStaticFiles(new URL('../../examples/booking-site/', import.meta.url), /^places\.svg$/);
const scripts = [
  'begin.js',
  'calendar.js',
  'every-page.js',
  'mail-text.js',
  'new-booking.js',
  'photos.js',
  'place.js',
].map((name) => [name, buildScriptBundle(assetFiles, name)] as const);
const files = new Map([
  ...pictures,
  ...drawings,
  ...scripts,
  ['style.css', buildStaticFile('style.css', Buffer.concat([...styleSheets, Buffer.from(buildLineRules())]))],
]);

/** Such as `style-0123456789abcdef.css`. */
function nameWithHash(name: string, { hash }: StaticFile): string {
  const extension = extname(name);
  return `${name.slice(0, -extension.length)}-${hash}${extension}`;
}

const served = new Map([...files].map(([name, file]) => [nameWithHash(name, file), file]));

/** The address changes with the content, so browsers can keep the file for ever. */
export function assetPath(name: string): string {
  const file = files.get(name);
  if (!file) throw new Error(`The pages have no file ${name}.`);
  return PREFIX + nameWithHash(name, file);
}

/**
 * For a place without a photo. A room type of a building gets the drawing of a room, unless the team has
 * chosen another property type. Null if the installation has no drawings.
 */
export function placeDrawingPath(kind: ListingKind, propertyType: PropertyType): string | null {
  if (!files.has(DRAWINGS)) return null;
  const drawing = kind === 'unit_type' && propertyType === 'other' ? 'room' : propertyType;
  return `${assetPath(DRAWINGS)}#${drawing}`;
}

export const assetRoutes: FastifyPluginAsync = async (app) =>
  serveStaticFiles(app, { prefix: PREFIX, files: served, keeping: CACHE_FOR_EVER });
