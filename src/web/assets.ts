import type { FastifyInstance } from 'fastify';
import { KEPT_FOR_GOOD, nameWithHash, readStaticFiles, serveStaticFiles } from '../http/static-files.ts';

const PREFIX = '/assets/';

const files = readStaticFiles(new URL('./assets/', import.meta.url), /\.(?:css|js|svg)$/);
const served = new Map([...files].map(([name, file]) => [nameWithHash(name, file), file]));

/** Where a page finds one of its files. The path names the content, so that a browser may keep it for good. */
export function assetPath(name: string): string {
  const file = files.get(name);
  if (!file) throw new Error(`The pages have no file ${name}.`);
  return PREFIX + nameWithHash(name, file);
}

export const serveAssets = (app: FastifyInstance): void =>
  serveStaticFiles(app, { prefix: PREFIX, files: served, keeping: KEPT_FOR_GOOD });
