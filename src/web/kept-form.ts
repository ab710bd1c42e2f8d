/** A form that was sent while nobody was signed in, kept so that it need not be typed again (docs/rules.md, 21.19). */

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FORM_TOKEN_FIELD, isSurelyFromHere } from './form-guard.ts';
import { renderHidden } from './views/fields.ts';
import { EMPTY_HTML, type Html } from './views/html.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
/** Only forms of a team's pages. None of them has a password. */
const KEPT_PATH = /^\/teams\/[a-z0-9-]{1,63}\/[^\s"<>\\]{1,1000}$/;
/** The sign-in form with it stays within the limit of its body. */
const MAX_KEPT_LENGTH = 40_000;

const keptSchema = z.object({
  /** Below `/app`. */
  path: z
    .string()
    .regex(KEPT_PATH)
    .refine((path) => !path.includes('..')),
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type KeptForm = z.infer<typeof keptSchema>;

/** As far as the headers tell. */
export const mayKeepForm = (request: FastifyRequest): boolean =>
  request.method === 'POST' &&
  FORM_TYPE.test(request.headers['content-type'] ?? '') &&
  isSurelyFromHere(request) &&
  findPath(request) !== null;

/** All fields but the token. Null if the form may not be kept. */
export function readFormToKeep(request: FastifyRequest): KeptForm | null {
  const path = findPath(request);
  if (path === null || !mayKeepForm(request)) return null;
  const sent = Object.entries((request.body ?? {}) as Record<string, string | string[]>);
  const fields = sent
    .filter(([name]) => name !== FORM_TOKEN_FIELD)
    .flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]));
  return JSON.stringify(fields).length > MAX_KEPT_LENGTH ? null : { path, fields };
}

export const renderKeptForm = (kept: KeptForm | null): Html =>
  kept === null ? EMPTY_HTML : renderHidden({ kept: JSON.stringify(kept) });

/** Null if there is none, or none that could have been kept. */
export function parseKeptForm(text: string): KeptForm | null {
  try {
    return text === '' ? null : keptSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function findPath({ url }: FastifyRequest): string | null {
  const path = url.replace(/^\/app/, '');
  return KEPT_PATH.test(path) && !path.includes('..') ? path : null;
}
