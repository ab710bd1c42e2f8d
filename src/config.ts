/** The only code that reads environment variables (docs/configuration.md). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { explainFileError } from './file-errors.ts';
import { OPTIONS } from './options.ts';
import { booleanVariable, commaListVariable, integerVariable, serverUrlVariable } from './variables.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** In requests per minute. 0 means no limit. */
const MAX_RATE_LIMIT = 1_000_000;
const APP_KEY_BYTES = 32;
/** Ten minutes: service managers wait no longer. */
const MAX_DRAIN_SECONDS = 600;

const webUrlVariable = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
});
const databaseUrlVariable = serverUrlVariable(['postgres', 'postgresql'], 'password');

/** The URL is shown to everybody. */
function hasNoUser(text: string): boolean {
  const url = URL.parse(text);
  return !url?.username && !url?.password;
}

const appKeyMessage = 'must be 32 bytes in base64, as `openssl rand -base64 32` prints them';
const appKeyVariable = (error: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=?$/, error)
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length === APP_KEY_BYTES, error);

const networkVariable = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Addresses, networks, or names for groups of them. */
const proxyListVariable = commaListVariable(
  z.union([z.enum(['loopback', 'linklocal', 'uniquelocal']), networkVariable]),
);
const proxiesMessage = 'must be true, false, or a comma list of addresses and networks';
/** Fastify refuses a network of all addresses. */
const allProxiesMessage = 'must be true for all proxies, not a network that ends with /0';

const hostsMessage = 'must be a comma list of hosts and networks such as hooks.example.com or 10.0.0.0/8';
const hostVariable = z.union([
  networkVariable,
  z.string().regex(/^[a-z0-9_]([a-z0-9_.-]{0,252})$/i, hostsMessage),
]);

/** As browsers send it, such as `https://example.com`, perhaps with a slash at the end. */
const originVariable = webUrlVariable.transform((text, context) => {
  const { href, host, origin } = new URL(text);
  if (href !== `${origin}/` || host.includes('*')) context.addIssue('is no origin');
  return origin;
});
const originsMessage = 'must be *, or a comma list of origins such as https://www.example.com';

const environmentSchema = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: integerVariable(0, 65_535).default(3000),
    DATABASE_URL: databaseUrlVariable.optional(),
    DATABASE_URL_DIRECT: databaseUrlVariable.optional(),
    DATABASE_POOL_MAX: integerVariable(1, 1_000).default(10),
    DATABASE_PREPARE: booleanVariable.default(true),
    DRAIN_SECONDS: integerVariable(0, MAX_DRAIN_SECONDS).default(0),
    APP_KEY: appKeyVariable(appKeyMessage).nullable().default(null),
    MAKE_APP_KEY: booleanVariable.default(false),
    APP_KEY_PREVIOUS: commaListVariable(
      appKeyVariable(`is a comma list, of which each ${appKeyMessage}`),
    ).default([]),
    // Without a slash at the end, because paths are appended to it.
    PUBLIC_URL: webUrlVariable
      .regex(/^[^?#]*$/, 'must be a URL without ? and #')
      .refine(hasNoUser, 'must be a URL without a user and a password')
      .transform((text) => text.replace(/\/+$/, ''))
      .nullable()
      .default(null),
    TRUST_PROXY: z
      .union([
        booleanVariable,
        z
          .string()
          .refine((text) => proxyListVariable.safeParse(text).success, proxiesMessage)
          .regex(/^(?!.*\/0(?:[\s,]|$))/, allProxiesMessage),
      ])
      .default(false),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
    DATA_DIR: z
      .string()
      .default('.data')
      .transform((text) => resolve(text)),
    SIGN_UP: booleanVariable.default(false),
    DEMO: booleanVariable.nullable().default(null),
    MIGRATE: booleanVariable.default(true),
    METRICS_PORT: integerVariable(1, 65_535).nullable().default(null),
    RATE_LIMIT_PUBLIC: integerVariable(0, MAX_RATE_LIMIT).default(300),
    RATE_LIMIT_TOKEN: integerVariable(0, MAX_RATE_LIMIT).default(1_200),
    RATE_LIMIT_SIGN_IN: integerVariable(0, MAX_RATE_LIMIT).default(10),
    RATE_LIMIT_SITE_BOOKINGS: integerVariable(0, MAX_RATE_LIMIT).default(10),
    OUTBOUND_ALLOW: commaListVariable(hostVariable).default([]),
    GUEST_RETENTION_MONTHS: integerVariable(1, 1_200).nullable().default(null),
    CORS_ORIGINS: commaListVariable(z.union([z.literal('*'), originVariable], originsMessage))
      .transform((parts) => (parts.includes('*') ? null : parts))
      .default(null),
  })
  .refine(
    ({ DATABASE_URL, APP_KEY, MAKE_APP_KEY }) =>
      DATABASE_URL === undefined || APP_KEY !== null || MAKE_APP_KEY,
    { path: ['APP_KEY'], error: 'is required with DATABASE_URL' },
  )
  .refine(({ PORT, METRICS_PORT }) => METRICS_PORT === null || METRICS_PORT !== PORT, {
    path: ['METRICS_PORT'],
    error: 'must be another port than PORT',
  });

/** Beside these it has the variables of options, which read their own. */
export type Config = z.infer<typeof environmentSchema>;

/** Variables that are set are not replaced by those of the file `.env`. */
export function loadEnvironmentFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** A checkout of the repository runs commands by npm, the container image by their name alone. */
export const findCommandPrefix = (): string =>
  ['start', 'cli'].includes(process.env.npm_lifecycle_event ?? '') ? 'npm run -s cli --' : 'innkeep';

/**
 * The error is one line that names the variable. `APP_KEY_FILE`, `DATABASE_URL_FILE` and others may name files
 * with the values.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
): { ok: true; config: Config } | { ok: false; problem: string } {
  // An empty variable counts as not set.
  const setVariables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const fileVariables = OPTIONS.flatMap(({ fileVariables = [] }) => fileVariables);
  for (const name of ['APP_KEY', 'DATABASE_URL', ...fileVariables]) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    if (environment[name])
      return { ok: false, problem: `${name} and ${name}_FILE are both set: give one of them.` };
    try {
      setVariables[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      const reason = explainFileError(error);
      return { ok: false, problem: `${name}_FILE names a file that cannot be read: ${path} (${reason}).` };
    }
  }
  const result = environmentSchema.safeParse(setVariables);
  const ofOptions = OPTIONS.flatMap(({ variables }) => variables?.safeParse(setVariables) ?? []);
  if (result.success && ofOptions.every(({ success }) => success))
    return { ok: true, config: Object.assign({}, result.data, ...ofOptions.map(({ data }) => data)) };
  const issues = [result, ...ofOptions].flatMap(({ error }) => error?.issues ?? []);
  const problems = issues.map(({ path, message }) => `${String(path[0])} ${message}`);
  return { ok: false, problem: `${[...new Set(problems)].join('; ')}.` };
}
