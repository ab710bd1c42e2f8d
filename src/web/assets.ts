import { extname } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import {
  buildStaticFile,
  CACHE_FOR_EVER,
  readStaticFiles,
  type StaticFile,
  type StaticFiles,
  serveStaticFiles,
} from '../plugins/static-files.ts';
import { buildScriptBundles } from './script-bundle.ts';

const PREFIX = '/assets/';

/** What pages load beside their HTML. */
export type PageFiles = {
  /** Of all pages, joined in the order of their names, so that a browser loads one file. */
  styles: StaticFiles;
  /** Scripts and pictures. Each has a name of its own. */
  files: StaticFiles;
};

/** Those in `style` and `assets` of the folder. */
export function readPageFiles(folder: URL): PageFiles {
  const assets = new URL('./assets/', folder);
  return {
    styles: readStaticFiles(new URL('./style/', folder), /\.css$/),
    files: new Map([
      ...readStaticFiles(assets, /\.svg$/),
      ...buildScriptBundles(readStaticFiles(assets, /\.js$/)),
    ]),
  };
}

const OWN_FILES = readPageFiles(new URL('./', import.meta.url));

/** Such as `style-0123456789abcdef.css`. */
function nameWithHash(name: string, { hash }: StaticFile): string {
  const extension = extname(name);
  return `${name.slice(0, -extension.length)}-${hash}${extension}`;
}

/** It changes with the content, so browsers can keep the file for ever. */
export const buildAssetPath = (name: string, file: StaticFile): string => PREFIX + nameWithHash(name, file);

export type Assets = {
  /** Below the path of the pages. */
  path(name: string): string;
  /** By the names that they are served with. */
  served: StaticFiles;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the core's pages and those of options. */
    assets: Assets;
  }
}

export function joinAssets(ofOptions: readonly PageFiles[]): Assets {
  const all = [OWN_FILES, ...ofOptions];
  const styles = all.flatMap(({ styles }) => [...styles]).sort(([a], [b]) => (a < b ? -1 : 1));
  const style = buildStaticFile('style.css', Buffer.concat(styles.map(([, { content }]) => content)));
  const files = new Map([...all.flatMap(({ files }) => [...files]), ['style.css', style]]);
  return {
    path(name) {
      const file = files.get(name);
      if (!file) throw new Error(`The pages have no file ${name}.`);
      return buildAssetPath(name, file);
    },
    served: new Map([...files].map(([name, file]) => [nameWithHash(name, file), file])),
  };
}

export const assetRoutes: FastifyPluginAsync = async (app) =>
  serveStaticFiles(app, { prefix: PREFIX, files: app.assets.served, keeping: CACHE_FOR_EVER });
