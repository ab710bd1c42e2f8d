import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { dropCookie, ensureSecret, readCookie, writeCookie } from './visit.ts';

const SHOWN_WITHIN_SECONDS = 60;

/** A form passes it to the next page, which shows it once. */
const flashSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('token'), id: z.string() }),
  z.object({ what: z.literal('link'), secret: z.string() }),
  z.object({ what: z.literal('recovery_codes'), codes: z.array(z.string()) }),
  /** `part` is what the next page opens: the part of it that was saved. */
  z.object({ what: z.literal('notice'), text: z.string(), part: z.string().optional() }),
]);
export type Flash = z.infer<typeof flashSchema>;
export type Notice = Extract<Flash, { what: 'notice' }>;

/**
 * A cookie, so that loading the next page again neither sends the form nor shows a secret again. It is signed
 * with the session's secret, so that nobody else can make a page show a text.
 */
export function setFlash(reply: FastifyReply, flash: Flash): void {
  const text = Buffer.from(JSON.stringify(flash)).toString('base64url');
  writeCookie(reply, 'flash', `${text}.${computeSignature(text, ensureSecret(reply))}`, SHOWN_WITHIN_SECONDS);
}

export function redirectWithNotice(
  reply: FastifyReply,
  path: string,
  text: string,
  part?: string,
): FastifyReply {
  setFlash(reply, { what: 'notice', text, part });
  return reply.redirect(path, 303);
}

export function takeNotice(reply: FastifyReply): Notice | null {
  const flash = takeFlash(reply);
  return flash?.what === 'notice' ? flash : null;
}

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
