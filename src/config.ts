/** The only reader of the environment (docs/configuration.md). */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** An empty variable counts as not set. */
const variable = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional());

const integer = <Default extends number | null>(min: number, max: number, byDefault: Default) =>
  variable
    .refine((text) => text === undefined || (/^[0-9]{1,9}$/.test(text) && +text >= min && +text <= max), {
      error: `must be an integer from ${min} to ${max}`,
    })
    .transform((text) => (text === undefined ? byDefault : Number(text)));

const flag = <Default extends boolean | null>(byDefault: Default) =>
  variable
    .refine((text) => text === undefined || text === 'true' || text === 'false', {
      error: 'must be true or false',
    })
    .transform((text) => (text === undefined ? byDefault : text === 'true'));

const url = (protocols: readonly string[]) =>
  variable.refine((text) => text === undefined || protocols.includes(URL.parse(text)?.protocol ?? ''), {
    error: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

/** Requests per minute. Higher limits make no sense, and 0 switches a limit off. */
const MAX_RATE_LIMIT = 1_000_000;
/** A day. */
const MAX_CALENDAR_MINUTES = 1_440;
const KEY_BYTES = 32;
const isKey = (text: string) =>
  /^[A-Za-z0-9+/]{43}=?$/.test(text) && Buffer.from(text, 'base64').length === KEY_BYTES;
const toKey = (text: string) => Buffer.from(text, 'base64');
const keyHint = 'must be 32 bytes in base64, as `openssl rand -base64 32` prints them';

/** A sender whose `X-Forwarded-*` headers are trusted: an address, a network, or a name for some of them. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  return isNetwork(text);
}

/** An address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const isWholeNumber =
    bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return version !== 0 && isWholeNumber && rest.length === 0;
}

/** A host's name, an address, or a network. */
const isHostOrNetwork = (text: string): boolean =>
  isNetwork(text) || /^[a-z0-9_]([a-z0-9_.-]{0,252})$/i.test(text);

const isAnybody = (text: string) => text === 'true' || text === 'false';

/** An origin as browsers send it, from a value that may end with a slash. Null if it is not an origin. */
function originOf(text: string): string | null {
  const parsed = URL.parse(text);
  const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  const isOrigin = isWeb && parsed.href === `${parsed.origin}/` && !parsed.host.includes('*');
  return isOrigin ? parsed.origin : null;
}

const environmentSchema = z
  .object({
    HOST: variable.transform((text) => text ?? '127.0.0.1'),
    PORT: integer(0, 65_535, 3000),
    DATABASE_URL: url(['postgres:', 'postgresql:']),
    DATABASE_URL_DIRECT: url(['postgres:', 'postgresql:']),
    DATABASE_POOL_MAX: integer(1, 1_000, 10),
    DATABASE_PREPARE: flag(true),
    APP_KEY: variable
      .refine((text) => text === undefined || isKey(text), { error: keyHint })
      .transform((text) => (text === undefined ? null : toKey(text))),
    APP_KEY_PREVIOUS: variable
      .transform((text) => (text === undefined ? [] : text.split(',').map((key) => key.trim())))
      .refine((keys) => keys.every(isKey), { error: `is a comma list, of which each ${keyHint}` })
      .transform((keys) => keys.map(toKey)),
    PUBLIC_URL: url(['http:', 'https:']).transform((text) => text?.replace(/\/+$/, '') ?? null),
    TRUST_PROXY: variable
      .refine((text = 'false') => isAnybody(text) || text.split(',').every((part) => isProxy(part.trim())), {
        error: 'must be true, false, or a comma list of addresses and networks',
      })
      .transform((text) => (text === 'true' ? true : text === 'false' ? false : (text ?? false))),
    LOG_LEVEL: z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
    ),
    DATA_DIR: variable.transform((text) => resolve(text ?? '.data')),
    DEMO: flag(null),
    MIGRATE: flag(true),
    METRICS_PORT: integer(1, 65_535, null),
    RATE_LIMIT_PUBLIC: integer(0, MAX_RATE_LIMIT, 300),
    RATE_LIMIT_TOKEN: integer(0, MAX_RATE_LIMIT, 1_200),
    RATE_LIMIT_SIGN_IN: integer(0, MAX_RATE_LIMIT, 10),
    RATE_LIMIT_SITE_BOOKINGS: integer(0, MAX_RATE_LIMIT, 10),
    OUTBOUND_ALLOW: variable
      .transform((text) => (text === undefined ? [] : text.split(',').map((part) => part.trim())))
      .refine((parts) => parts.every(isHostOrNetwork), {
        error: 'must be a comma list of hosts and networks such as hooks.example.com or 10.0.0.0/8',
      }),
    CALENDAR_MINUTES: integer(0, MAX_CALENDAR_MINUTES, 15),
    GUEST_RETENTION_MONTHS: integer(1, 1_200, null),
    CORS_ORIGINS: variable
      .transform((text) => (text ?? '*').split(',').map((part) => part.trim()))
      .refine((parts) => parts.every((part) => part === '*' || originOf(part) !== null), {
        error: 'must be *, or a comma list of origins such as https://www.example.com',
      })
      .transform((parts) => (parts.includes('*') ? null : parts.map((part) => originOf(part) ?? part))),
  })
  .refine(({ DATABASE_URL, APP_KEY }) => DATABASE_URL === undefined || APP_KEY !== null, {
    path: ['APP_KEY'],
    error: 'is required with DATABASE_URL',
  })
  .refine(({ PORT, METRICS_PORT }) => METRICS_PORT === null || METRICS_PORT !== PORT, {
    path: ['METRICS_PORT'],
    error: 'must be another port than PORT',
  });

export type Config = z.infer<typeof environmentSchema>;

/** Adds the variables of a file `.env` beside the service to the environment. Variables that are already set win. */
export function loadEnvironmentFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The beginning of every command where this process runs: in a checkout npm starts it, in the image nothing does. */
export const commandPrefix = (): string =>
  ['start', 'cli'].includes(process.env.npm_lifecycle_event ?? '') ? 'npm run -s cli --' : 'innkeep';

/**
 * Reads the configuration, or fails with one line that says what is wrong. `APP_KEY_FILE` and `DATABASE_URL_FILE` may
 * name files with the values of `APP_KEY` and `DATABASE_URL`.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
): { ok: true; config: Config } | { ok: false; problem: string } {
  const values = { ...environment };
  for (const name of ['APP_KEY', 'DATABASE_URL']) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    if (environment[name])
      return { ok: false, problem: `${name} and ${name}_FILE are both set: give one of them.` };
    try {
      values[name] = readFileSync(path, 'utf8').trim();
    } catch {
      return { ok: false, problem: `${name}_FILE names a file that cannot be read: ${path}` };
    }
  }
  const result = environmentSchema.safeParse(values);
  if (result.success) return { ok: true, config: result.data };
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  return { ok: false, problem: `${problems.join('; ')}.` };
}
