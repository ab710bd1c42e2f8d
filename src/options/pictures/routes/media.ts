import type { FastifyInstance } from 'fastify';
import { parsePicturePath } from '../../../domain/text/picture-address.ts';
import { setEtagAndCheckFresh } from '../../../plugins/etag.ts';
import { CROSS_ORIGIN_HEADERS } from '../../../plugins/security.ts';
import { findHolder } from '../../../plugins/shares/process-shares.ts';
import { CACHE_FOR_EVER } from '../../../plugins/static-files.ts';
import type { AccountService } from '../../../services/tokens/authenticate.ts';
import type { PictureService } from '../services/pictures.ts';

/** Other sites need no further CORS headers, because a browser requests a picture without a preflight. */
const FOR_EVERY_SITE = { ...CROSS_ORIGIN_HEADERS, 'access-control-allow-origin': '*' };

type MediaOptions = { pictures: PictureService; account: AccountService };

/** For everybody. A picture's name is a hash of its content, so what is at an address never changes. */
export async function mediaRoutes(app: FastifyInstance, { pictures, account }: MediaOptions): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(FOR_EVERY_SITE);
    done();
  });
  app.get<{ Params: { teamSlug: string; file: string } }>(
    '/media/:teamSlug/:file',
    { config: { limit: 'none: a page shows many pictures at once, and browsers keep them for ever' } },
    async (request, reply) => {
      const { teamSlug, file } = request.params;
      const { caller } = findHolder(request);
      const path = parsePicturePath(`/media/${teamSlug}/${file}`);
      if (!path) return reply.callNotFound();
      const team = await account.findSite(path.teamSlug);
      const { hash, format } = path;
      const content = team && (await pictures.read({ teamId: team.id, hash, format, caller }));
      if (!content) return reply.callNotFound();
      request.ofTeam = team.id;
      reply.header('cache-control', CACHE_FOR_EVER);
      if (setEtagAndCheckFresh(reply, hash)) return reply.send();
      return reply.type(`image/${format}`).send(content);
    },
  );
}
