import type { FastifyInstance } from 'fastify';
import {
  KEPT_FOR_GOOD,
  nameWithHash,
  readStaticFiles,
  serveStaticFiles,
  staticFile,
} from '../http/static-files.ts';

const PREFIX = '/assets/';

/** The parts of the style in the order of their names, as one file, so that a page waits for only one answer. */
const style = [...readStaticFiles(new URL('./style/', import.meta.url), /\.css$/).values()];
const files = new Map([
  ...readStaticFiles(new URL('./assets/', import.meta.url), /\.(?:js|svg)$/),
  ['style.css', staticFile('style.css', Buffer.concat(style.map(({ content }) => content)))],
]);
const served = new Map([...files].map(([name, file]) => [nameWithHash(name, file), file]));

/** The address of one of the pages' files. It changes with the content, so a browser can keep the file for ever. */
export function assetPath(name: string): string {
  const file = files.get(name);
  if (!file) throw new Error(`The pages have no file ${name}.`);
  return PREFIX + nameWithHash(name, file);
}

export const serveAssets = (app: FastifyInstance): void =>
  serveStaticFiles(app, { prefix: PREFIX, files: served, keeping: KEPT_FOR_GOOD });
