import fp from 'fastify-plugin';
import { readPathBelowRoot } from './visit.ts';

const cutLastPart = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/**
 * A refused form leaves the browser at the address to which the form was sent. If a form was sent to an
 * address without a page, loading it again leads to the nearest page above it, which shows the form.
 */
export const formAddresses = fp(async (app) => {
  const formUrls = new Set<string>();
  const isPage = (url: string) => app.hasRoute({ method: 'GET', url }) && !formUrls.has(url);

  app.addHook('onRoute', function ({ method, url, routePath }) {
    if (method !== 'POST' || app.hasRoute({ method: 'GET', url })) return;
    formUrls.add(url);
    this.get(routePath, function leadToForm(request, reply) {
      let [pageUrl, path] = [cutLastPart(url), cutLastPart(readPathBelowRoot(request))];
      while (!isPage(pageUrl)) [pageUrl, path] = [cutLastPart(pageUrl), cutLastPart(path)];
      return reply.redirect(request.visit.root + path, 303);
    });
  });
});
