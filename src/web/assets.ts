import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const FOLDER = new URL('./assets/', import.meta.url);
const TYPES = {
  'style.css': 'text/css; charset=utf-8',
  'copy.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml; charset=utf-8',
} as const;
const MAX_AGE_SECONDS = 31_536_000;

type AssetName = keyof typeof TYPES;
type Asset = { path: string; type: string; content: Buffer };

function load(name: AssetName): Asset {
  const content = readFileSync(new URL(name, FOLDER));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { path: `/assets/${name.replace('.', `-${hash}.`)}`, type: TYPES[name], content };
}

const ASSETS = { style: load('style.css'), copy: load('copy.js'), icon: load('icon.svg') };

/** Where the pages find their files. Each path names its content, so that a browser may keep it for good. */
export const assetPaths = { style: ASSETS.style.path, copy: ASSETS.copy.path, icon: ASSETS.icon.path };

export function serveAssets(app: FastifyInstance): void {
  for (const { path, type, content } of Object.values(ASSETS)) {
    app.get(path, (_request, reply) =>
      reply
        .headers({ 'content-type': type, 'cache-control': `public, max-age=${MAX_AGE_SECONDS}, immutable` })
        .send(content),
    );
  }
}
