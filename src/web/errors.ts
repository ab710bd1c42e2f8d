import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { toErrorAnswer } from '../plugins/errors.ts';
import { NotFound, NotPermitted } from '../services/errors.ts';
import { buildNoSuchPageError, buildNotPermittedError, PageError } from './page-error.ts';
import { html } from './views/html.ts';
import { sendPage } from './views/layout.ts';
import { findRoot } from './visit.ts';

const TITLES: Record<number, string> = {
  400: 'That was not a valid request',
  404: 'There is no such page',
  413: 'That was too large',
  415: 'That was not a form',
  503: 'Please try again in a moment',
};

export const errorPages = fp(async (app) => {
  app.setErrorHandler((error, _request, reply) => sendError(error, reply));
  // A Fastify scope of its own, whose hook answers with a 404 before a byte of the body is read.
  app.register(async (nowhere) => {
    nowhere.addHook('onRequest', async () => Promise.reject(buildNoSuchPageError()));
    nowhere.setNotFoundHandler((_request, reply) => sendError(buildNoSuchPageError(), reply));
  });
});

function sendError(thrown: unknown, reply: FastifyReply): FastifyReply {
  const error =
    thrown instanceof NotFound
      ? buildNoSuchPageError()
      : thrown instanceof NotPermitted
        ? buildNotPermittedError(thrown)
        : thrown;
  const { status, title, message } = error instanceof PageError ? error : buildErrorPage(error, reply);
  // An error may happen before the visitor is known, mostly in the database. Its page is then the one for
  // somebody who is not signed in.
  reply.request.visit ??= {
    root: findRoot(reply.server),
    isSecure: false,
    session: null,
    hasEnded: false,
    secret: null,
  };
  const { root } = reply.request.visit;
  const body = html`<section class="card">
<h1>${title}</h1>
<p class="lead">${message}</p>
<p><a href="${root}">Go to the start</a></p>
</section>`;
  return sendPage(reply, { title, status, body });
}

/** From the error answer that the API would give. */
function buildErrorPage(error: unknown, reply: FastifyReply) {
  const { request } = reply;
  const { status, body, headers = {} } = toErrorAnswer(error, request);
  reply.headers(headers);
  if (status === 429)
    return {
      status,
      title: 'Please wait a moment',
      message: buildRequestLimitText(Number(reply.getHeader('retry-after'))),
    };
  if (status < 500 || status === 503)
    return { status, title: TITLES[status] ?? 'That was refused', message: String(body.message) };
  return {
    status,
    title: 'Something went wrong here',
    message: `It is in the server’s log, under ${request.id}. Please try again.`,
  };
}

export const buildTryAgainText = (seconds: number): string =>
  `Please wait ${seconds} second${seconds === 1 ? '' : 's'}, then try again.`;

export const buildRequestLimitText = (seconds: number): string =>
  `There were too many requests from your network. ${buildTryAgainText(seconds)}`;
