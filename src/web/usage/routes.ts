import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { publicBaseUrl } from '../../plugins/paging.ts';
import { needs } from '../member-visit.ts';
import { type Html, html } from '../views/html.ts';
import { sendPage } from '../views/layout.ts';
import { findSitesPath } from '../views/navigation.ts';

export const usageRoute: FastifyPluginAsync = async (app) => {
  app.get('/usage', needs({ any: ['tokens:read', 'webhooks:read'] }), (request, reply) =>
    sendPage(reply, {
      title: 'Using a token',
      tab: 'usage',
      body: usagePage(request),
    }),
  );
};

function usagePage(request: FastifyRequest): Html {
  const address = publicBaseUrl(request);
  return html`
<h1>Using a token</h1>
<section class="card">
<ol class="steps">
<li>Send the token in the <code>Authorization</code> header of every request to <code class="name">${address}/v1</code>, after the word <code>Bearer</code>.</li>
<li>Keep it on a server, in a secret store or an environment variable. Never put it in a web page or an app.</li>
</ol>
<h2>Try it</h2>
<p>Put a token into <code>TOKEN</code>. The answer names its team.</p>
<pre class="secret" tabindex="0" role="region" aria-label="A request with curl"><code>curl -H "Authorization: Bearer $TOKEN" ${address}/v1/me</code></pre>
</section>
<p class="aside">The <a href="${address}/docs">reference</a> describes every request and lets you try it out.</p>
<p class="aside">Everything that ${renderSite(request, address)} needs no token. It is under <code class="name">${address}/v1/public</code>.</p>`;
}

const renderSite = ({ server, visit, teamVisit }: FastifyRequest, address: string): Html =>
  findSitesPath(server, visit.root) === null
    ? html`guests may see`
    : html`your <a href="${address}/site/${teamVisit.team.slug}">booking page</a> shows to visitors`;
