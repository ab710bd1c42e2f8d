import type { AddressInfo } from 'node:net';
import { and, gt } from 'drizzle-orm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeEach, onTestFailed, TestRunner } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { createDatabase, type Database } from '../../src/db/client.ts';
import { matches } from '../../src/db/queries/statements.ts';
import { auditEntries } from '../../src/db/schema/audit-entries.ts';
import type { AuditAction } from '../../src/domain/access/audit.ts';
import type { TeamEventType } from '../../src/domain/events.ts';
import { createInstallation } from '../../src/installation.ts';
import type { Metrics } from '../../src/metrics.ts';
import type { OpenOption, Option } from '../../src/option.ts';
import {
  type DeclaredRoute,
  listImpliedErrorStatuses,
  mayBeUnchanged,
} from '../../src/plugins/openapi/answers.ts';
import type { RateLimits } from '../../src/plugins/rate-limit.ts';
import { findEventProblem } from '../../src/schemas/event-data.ts';
import { fieldMarks } from '../../src/schemas/fields/field-marks.ts';
import type { Sweep } from '../../src/services/jobs/sweep.ts';
import { createKeyring, type Keyring } from '../../src/services/keys/keyring.ts';
import type { ServiceDependencies, Services } from '../../src/services/services.ts';
import type { OnEvents, WriteHooks } from '../../src/services/team-scope.ts';
import { createTestDatabase, toSocketUrl } from './database.ts';
import { strictAnswers } from './strict-answers.ts';
import { refuseBrokenErrors } from './strict-errors.ts';

/** The fixed time of a test's clock, far from today, so that no test ages. */
export const TEST_NOW = '2031-05-05T10:00:00Z';
const SENDING = { SMTP_URL: 'smtp://mail.stay.example', MAIL_FROM: 'mail@stay.example' };
export const TEST_APP_KEY = Buffer.alloc(32, 'innkeep tests');

export type TestAppOptions = {
  /** The database of another test app. By default, a new one. */
  url?: string;
  keyring?: Keyring;
  publicUrl?: string;
  trustProxy?: boolean | string;
  demoTeam?: string;
  mayAlwaysBegin?: boolean;
  poolMax?: number;
  finishWithinMs?: number;
  /** By default without limits, because tests send many requests. */
  limits?: RateLimits;
  corsOrigins?: readonly string[];
  metrics?: Metrics;
  /** What options do within writes. By default, what the service's own do. */
  hooks?: WriteHooks;
  /** What the installation has beside the core. By default, all options. */
  installed?: readonly Option[];
  /** By default messages are kept, and some routes do not exist. */
  sendsMail?: boolean;
  /** What may be called on the network. By default, only public addresses. */
  outbound?: ServiceDependencies['outbound'];
  /** What the pictures of one team may take. */
  mediaTeamMib?: number;
  /** Runs in place of the waits of attempts to sign in, after they are recorded. */
  onPause?: () => Promise<unknown>;
  /** Adds routes to the app before it is ready, for cases that no real route has yet. */
  extend?: (app: FastifyInstance, services: Services) => void;
};

export type TestApp = {
  app: FastifyInstance;
  url: string;
  db: Database;
  services: Services;
  options: readonly OpenOption[];
  clock: { set(moment: string): void; now: () => Date };
  statements: StatementLog;
  /** Every line of the log, at its most detailed level. A test that fails prints the errors among them. */
  log: string[];
  /** Errors that concern no request. */
  backgroundErrors: unknown[];
  /** The waits of attempts to sign in, in milliseconds, which are recorded instead of waited for. */
  pauses: number[];
  get(url: string, token?: string | null, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Listens on a free port, for tests that use a socket. */
  listen(): Promise<number>;
  close(): Promise<void>;
};

/** The whole app over a database of its own, with a clock that does not move by itself. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const own = options.url === undefined ? await createTestDatabase() : null;
  const url = options.url ?? own?.url ?? '';
  const statements = createStatementLog();
  const backgroundErrors: unknown[] = [];
  const log: string[] = [];
  const pauses: number[] = [];
  let now = new Date(TEST_NOW);

  const database = createDatabase({
    url: toSocketUrl(url),
    applicationName: 'innkeep-test-app',
    poolMax: options.poolMax ?? 4,
    onStatement: statements.onStatement,
  });
  const {
    services,
    options: openOptions,
    close,
  } = createInstallation({
    ...(options.installed ? { options: options.installed } : {}),
    db: database.db,
    clock: () => now,
    keyring: options.keyring ?? createKeyring(TEST_APP_KEY),
    fieldMarks,
    wrapHooks(ofOptions) {
      const hooks = options.hooks ?? ofOptions;
      return { ...hooks, onEvents: [refuseUnknownData, refuseUnlogged, ...hooks.onEvents] };
    },
    ...(options.outbound ? { outbound: options.outbound } : {}),
    onBackgroundError: (error) => backgroundErrors.push(error),
    logCollectedForMs: 3_600_000,
    publicUrl: options.publicUrl ?? null,
    settings: {
      ...(options.mediaTeamMib === undefined ? {} : { MEDIA_TEAM_MIB: options.mediaTeamMib }),
      ...(options.sendsMail ? SENDING : {}),
    },
    ...(options.metrics
      ? { metrics: options.metrics.registry, onBookingOutcome: options.metrics.onBookingOutcome }
      : {}),
    pause: async (ms) => {
      pauses.push(ms);
      await options.onPause?.();
    },
  });
  const app = buildApp({
    services,
    options: openOptions,
    logger: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
    writeAnswers: strictAnswers,
    publicUrl: options.publicUrl ?? null,
    trustProxy: options.trustProxy ?? false,
    demoTeam: options.demoTeam ?? null,
    mayAlwaysBegin: options.mayAlwaysBegin ?? false,
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.corsOrigins ? { corsOrigins: options.corsOrigins } : {}),
    ...(options.metrics ? { onAnswered: options.metrics.onAnswered } : {}),
    ...(options.finishWithinMs === undefined ? {} : { finishWithinMs: options.finishWithinMs }),
  });
  namePlugins(app);
  refuseUndeclaredStatuses(app);
  refuseBrokenErrors(app);
  options.metrics?.watchPool(database.pool, options.poolMax ?? 4);
  options.metrics?.watchShares(app.shares);
  options.extend?.(app, services);
  printErrorsOfFailedTests({ log, backgroundErrors });

  return {
    app,
    url,
    db: database.db,
    services,
    options: openOptions,
    clock: {
      set: (moment) => {
        now = new Date(moment);
      },
      now: () => now,
    },
    statements,
    log,
    backgroundErrors,
    pauses,
    get: (path, token = null, headers = {}) =>
      app.inject({
        url: path,
        headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      }),
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return (app.server.address() as AddressInfo).port;
    },
    async close() {
      await app.close();
      await close();
      await database.close();
      await own?.drop();
    },
  };
}

const PLUGIN_NAME = Symbol.for('fastify.display-name');

/** Fastify looks for a plugin without this name in all loaded modules, which is a fifth of what an app takes to be ready. */
function namePlugins(app: FastifyInstance): void {
  app.register = new Proxy(app.register, {
    apply(register, instance, args) {
      const [plugin] = args;
      if (typeof plugin === 'function') plugin[PLUGIN_NAME] ??= plugin.name || 'a plugin';
      return Reflect.apply(register, instance, args);
    },
  });
}

/** Every event that a test writes has the data that the reference says. */
const refuseUnknownData: OnEvents = async (_scope, events) => {
  for (const { type, data } of events) {
    const problem = findEventProblem(type, data);
    if (problem) throw new Error(problem);
  }
};

const LOGGED: Partial<Record<TeamEventType, AuditAction>> = {
  'team.changed': 'settings_changed',
  'token.created': 'token_created',
  'token.revoked': 'token_deleted',
  'member.added': 'member_created',
  'member.changed': 'member_changed',
  'member.removed': 'member_deleted',
  'role.created': 'role_created',
  'role.changed': 'role_changed',
  'role.deleted': 'role_deleted',
  'webhook.disabled': 'webhook_changed',
};

/** Every write that says so in the feed has its entries in the log (docs/rules.md, 27.20). */
const refuseUnlogged: OnEvents = async ({ tx, teamId }, events) => {
  for (const [type, some] of Map.groupBy(events, (event) => event.type)) {
    const action = LOGGED[type];
    if (!action) continue;
    const since = some[0]?.id ?? '';
    const isOfWrite = and(matches(auditEntries, { teamId, action }), gt(auditEntries.id, since));
    if ((await tx.$count(auditEntries, isOfWrite)) < some.length)
      throw new Error(`The log has no ${action} for ${type}.`);
  }
};

/** An app for all tests of a file, which awaits it at the top. Each test begins with the clock at `TEST_NOW`. */
export async function openSharedApp(options?: TestAppOptions): Promise<TestApp> {
  const world = await openTestApp(options);
  beforeEach(() => world.clock.set(TEST_NOW));
  afterAll(() => world.close());
  return world;
}

/**
 * A test that fails prints the errors that it brought into the log of an app, because the answer to a 500 does not say
 * what went wrong. An app that a test opens is watched for that test, any other app for each test of its file.
 */
function printErrorsOfFailedTests({ log, backgroundErrors }: Pick<TestApp, 'log' | 'backgroundErrors'>) {
  const watch = (onFailed: typeof onTestFailed) => {
    const known = new Set([...log.filter(isErrorLine), ...backgroundErrors]);
    onFailed(({ task }) => {
      const lines = log.filter((line) => isErrorLine(line) && !known.has(line)).map(presentError);
      const others = backgroundErrors.filter((error) => !known.has(error)).map(presentBackgroundError);
      const all = [...lines, ...others];
      if (all.length > 0) process.stderr.write(`\nThe log of "${task.name}":\n${all.join('\n')}\n`);
    });
  };
  if (TestRunner.getCurrentTest()) watch(onTestFailed);
  else beforeEach(({ onTestFailed: onFailed }) => watch(onFailed));
}

const isErrorLine = (line: string): boolean => line.includes('"level":50') || line.includes('"level":60');

function presentError(line: string): string {
  const { msg, method = '', route = '', error = {} } = JSON.parse(line);
  const { message = JSON.stringify(error), stack = '' } = error;
  return `${msg} ${method} ${route}: ${message}\n${stack}`;
}

const presentBackgroundError = (error: unknown): string =>
  `In the background: ${error instanceof Error ? error.stack : JSON.stringify(error)}`;

/** The jobs of every minute that an option has. */
export const sweepsOf = ({ options, services }: TestApp, name: string): readonly Sweep[] =>
  options.find((option) => option.name === name)?.sweeps?.(services) ?? [];

/**
 * Another app over the same database that reads without indexes, so that results are in order only if the statement
 * asks for it.
 */
export async function openWithoutIndexes({ url, db }: TestApp): Promise<TestApp> {
  const name = new URL(url).pathname.slice(1);
  for (const setting of ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'])
    await db.execute(`alter database ${name} set ${setting} = off`);
  return openTestApp({ url });
}

/** The statuses that a route declares, and those that follow from how it is declared. */
const statusesOf = (route: DeclaredRoute): number[] => [
  ...Object.keys(route.schema?.response ?? {}).map(Number),
  ...(mayBeUnchanged(route) ? [304] : []),
  ...listImpliedErrorStatuses(route),
];

/** Refuses to answer an operation with a status that it does not declare. */
function refuseUndeclaredStatuses(app: FastifyInstance): void {
  app.addHook('onSend', async ({ routeOptions, headers }, { statusCode }) => {
    const { schema } = routeOptions;
    // Every write refuses an `If-Match` that it does not offer.
    if (statusCode === 412 && 'if-match' in headers) return;
    if (schema?.operationId && !statusesOf(routeOptions as DeclaredRoute).includes(statusCode))
      throw new Error(`${schema.operationId} answers ${statusCode}, and does not declare it.`);
  });
}

/** Storing a token's last use belongs to no request: it happens at some later moment. */
const IN_THE_BACKGROUND = /^\s*insert into "token_uses"/;

type StatementLog = ReturnType<typeof createStatementLog>;

/** Listens to a database's statements (`createDatabase({ onStatement })`), so that a test can count them. */
export function createStatementLog() {
  let statements: string[] = [];
  return {
    onStatement: (statement: string) => {
      if (!IN_THE_BACKGROUND.test(statement)) statements.push(statement);
    },

    /** Runs `work` and returns its result and its statements. */
    async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: string[] }> {
      statements = [];
      const result = await work();
      return { result, statements: [...statements] };
    },
  };
}
