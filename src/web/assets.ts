import { extname } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import {
  buildStaticFile,
  CACHE_FOR_EVER,
  readStaticFiles,
  type StaticFile,
  serveStaticFiles,
} from '../plugins/static-files.ts';
import { buildLineRules } from './calendar/lines.ts';
import { buildScriptBundle } from './script-bundle.ts';

const PREFIX = '/assets/';

/** The parts of the style in the order of their names, as one file, so that a page waits for only one answer. */
const styleSheets = [...readStaticFiles(new URL('./style/', import.meta.url), /\.css$/).values()].map(
  ({ content }) => content,
);
const assetFiles = readStaticFiles(new URL('./assets/', import.meta.url), /\.(?:js|svg)$/);
const pictures = [...assetFiles].filter(([name]) => name.endsWith('.svg'));
const scripts = ['calendar.js', 'every-page.js', 'new-booking.js'].map(
  (name) => [name, buildScriptBundle(assetFiles, name)] as const,
);
const files = new Map([
  ...pictures,
  ...scripts,
  ['style.css', buildStaticFile('style.css', Buffer.concat([...styleSheets, Buffer.from(buildLineRules())]))],
]);

/** The file's name with its hash: `style.css` becomes `style-0123456789abcdef.css`. */
function nameWithHash(name: string, { hash }: StaticFile): string {
  const extension = extname(name);
  return `${name.slice(0, -extension.length)}-${hash}${extension}`;
}

const served = new Map([...files].map(([name, file]) => [nameWithHash(name, file), file]));

/**
 * The address of one of the pages' files. The address changes with the content, so a browser can keep the file for
 * ever.
 */
export function assetPath(name: string): string {
  const file = files.get(name);
  if (!file) throw new Error(`The pages have no file ${name}.`);
  return PREFIX + nameWithHash(name, file);
}

export const assetRoutes: FastifyPluginAsync = async (app) =>
  serveStaticFiles(app, { prefix: PREFIX, files: served, keeping: CACHE_FOR_EVER });
