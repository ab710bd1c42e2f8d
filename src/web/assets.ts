import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  KEPT_FOR_GOOD,
  readStaticFiles,
  type StaticFile,
  serveStaticFiles,
  staticFile,
} from '../plugins/static-files.ts';
import { lineRules } from './views/calendar/lines.ts';

const PREFIX = '/assets/';

/** The parts of the style in the order of their names, as one file, so that a page waits for only one answer. */
const style = [...readStaticFiles(new URL('./style/', import.meta.url), /\.css$/).values()].map(
  ({ content }) => content,
);
const read = readStaticFiles(new URL('./assets/', import.meta.url), /\.(?:js|svg)$/);
const files = new Map([
  ...[...read].map(([name, file]) => [name, withHashedImports(name, file.content)] as const),
  ['style.css', staticFile('style.css', Buffer.concat([...style, Buffer.from(lineRules())]))],
]);

/** A script imports another by the name under which that is served. The imported ones import nothing themselves. */
function withHashedImports(name: string, content: Buffer) {
  if (!name.endsWith('.js')) return staticFile(name, content);
  const text = content.toString().replace(/ from '\.\/([\w-]+\.js)';/g, (_all, imported: string) => {
    const file = read.get(imported);
    if (!file) throw new Error(`The pages have no file ${imported}.`);
    return ` from './${nameWithHash(imported, file)}';`;
  });
  return staticFile(name, Buffer.from(text));
}

/** The file's name with its hash: `style.css` becomes `style-0123456789abcdef.css`. */
function nameWithHash(name: string, { hash }: StaticFile): string {
  const extension = extname(name);
  return `${name.slice(0, -extension.length)}-${hash}${extension}`;
}

const served = new Map([...files].map(([name, file]) => [nameWithHash(name, file), file]));

/** The address of one of the pages' files. It changes with the content, so a browser can keep the file for ever. */
export function assetPath(name: string): string {
  const file = files.get(name);
  if (!file) throw new Error(`The pages have no file ${name}.`);
  return PREFIX + nameWithHash(name, file);
}

export const serveAssets = (app: FastifyInstance): void =>
  serveStaticFiles(app, { prefix: PREFIX, files: served, keeping: KEPT_FOR_GOOD });
