import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { dropCookie, ensureSecret, readCookie, writeCookie } from './visit.ts';

const SHOWN_WITHIN_SECONDS = 60;

/** A message that a form passes to the next page, which shows it once. */
const flashSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('token'), id: z.string() }),
  z.object({ what: z.literal('link'), secret: z.string() }),
  z.object({ what: z.literal('notice'), text: z.string() }),
]);
export type Flash = z.infer<typeof flashSchema>;

/**
 * Passes a message to the page after a form by a cookie, so that loading that page again neither sends the
 * form again nor shows a secret again. The cookie with the message is signed with the session's secret, so
 * that nobody else can make a page show a text.
 */
export function setFlash(reply: FastifyReply, flash: Flash): void {
  const text = Buffer.from(JSON.stringify(flash)).toString('base64url');
  writeCookie(reply, 'flash', `${text}.${computeSignature(text, ensureSecret(reply))}`, SHOWN_WITHIN_SECONDS);
}

/** Redirects to a page that shows a notice once. */
export function redirectWithNotice(reply: FastifyReply, path: string, text: string): FastifyReply {
  setFlash(reply, { what: 'notice', text });
  return reply.redirect(path, 303);
}

/** Takes the notice that a form has passed to the next page, or null if there is none. */
export function takeNotice(reply: FastifyReply): string | null {
  const flash = takeFlash(reply);
  return flash?.what === 'notice' ? flash.text : null;
}

/**
 * Takes the message that a form has passed to the next page, and deletes its cookie, or returns null if there
 * is no message.
 */
export function takeFlash(reply: FastifyReply): Flash | null {
  const value = readCookie(reply.request, 'flash');
  const { secret } = reply.request.visit;
  if (value === null || secret === null) return null;
  dropCookie(reply, 'flash');
  const [text = '', signature = ''] = value.split('.');
  const expected = Buffer.from(computeSignature(text, secret));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return flashSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
}

const computeSignature = (text: string, secret: string) =>
  createHmac('sha256', secret).update(`flash ${text}`).digest('base64url');
