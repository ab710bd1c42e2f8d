import fp from 'fastify-plugin';
import { needs } from './member-visit.ts';
import { readPathBelowRoot } from './visit.ts';

const cutLastPart = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/**
 * After a refused form, the browser's address is the one to which the form was sent. If that has no page,
 * loading it redirects to the nearest page above it, which has the form.
 */
export const formAddresses = fp(async (app) => {
  const formUrls = new Set<string>();
  const isPage = (url: string) => app.hasRoute({ method: 'GET', url }) && !formUrls.has(url);

  app.addHook('onRoute', function ({ method, url, routePath }) {
    if (method !== 'POST' || app.hasRoute({ method: 'GET', url })) return;
    formUrls.add(url);
    this.get(routePath, needs(null), function leadToForm(request, reply) {
      let [pageUrl, path] = [cutLastPart(url), cutLastPart(readPathBelowRoot(request))];
      while (!isPage(pageUrl)) [pageUrl, path] = [cutLastPart(pageUrl), cutLastPart(path)];
      return reply.redirect(request.visit.root + path, 303);
    });
  });
});
