/** Serves the document at `/openapi.json`, and at `/docs` as a page to read and try out, only from our own files. */
import type { FastifyInstance } from 'fastify';
import { type StayDate, todayIn } from '../../domain/stay.ts';
import { ASKED_EVERY_TIME } from '../../plugins/etag.ts';
import {
  ASKED_FOR_EACH_USE,
  compressInAdvance,
  KEPT_FOR_GOOD,
  nameWithHash,
  readStaticFiles,
  type StaticFile,
  sendStaticFile,
  serveStaticFiles,
  staticFile,
} from '../../plugins/static-files.ts';
import type { ReferenceDocument } from './page/document.ts';
import { referencePage } from './page/page.ts';

/** The demo's time zone. The forms have dates from today on. */
const TIME_ZONE = 'Europe/Lisbon';
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const files = new Map([
  ...readStaticFiles(new URL('page/assets/', import.meta.url), /\.(?:css|js)$/),
  ...readStaticFiles(new URL('../../web/assets/', import.meta.url), /^icon\.svg$/),
]);

/** Addresses are relative to `/docs`, so the page also works behind a proxy that adds a path before it. */
function addressOfFile(name: string): string {
  const file = files.get(name);
  if (!file) throw new Error(`The reference has no file ${name}.`);
  return `docs/${nameWithHash(name, file)}`;
}

export function serveReference(app: FastifyInstance): void {
  let openapi: StaticFile | undefined;
  const documentFile = () => {
    openapi ??= staticFile('openapi.json', Buffer.from(JSON.stringify(app.swagger())));
    return openapi;
  };
  app.get('/openapi.json', (_request, reply) => sendStaticFile(reply, documentFile(), ASKED_EVERY_TIME));

  let page: { file: StaticFile; today: StayDate } | undefined;
  const pageFile = () => {
    const today = todayIn(TIME_ZONE, new Date());
    if (page?.today !== today) {
      const addresses = {
        style: addressOfFile('reference.css'),
        script: addressOfFile('reference.js'),
        icon: addressOfFile('icon.svg'),
      };
      const html = referencePage(app.swagger() as unknown as ReferenceDocument, addresses, today);
      page = { today, file: staticFile('reference.html', Buffer.from(html)) };
    }
    return page.file;
  };
  app.get('/docs', (_request, reply) =>
    sendStaticFile(reply.header('content-security-policy', POLICY), pageFile(), ASKED_FOR_EACH_USE),
  );
  // Made as the service starts, so that its first reader does not wait for it.
  app.addHook('onListen', async () => {
    await Promise.all([pageFile(), documentFile()].map(compressInAdvance));
  });
  app.get('/docs/', (_request, reply) => reply.redirect('../docs'));
  serveStaticFiles(app, {
    prefix: '/docs/',
    files: new Map([...files].map(([name, file]) => [nameWithHash(name, file), file])),
    keeping: KEPT_FOR_GOOD,
  });
}
