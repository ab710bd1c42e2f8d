import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Config, findCommandPrefix, loadEnvironmentFile, readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';
import { OperatorError } from './operator-error.ts';
import { OPTIONS } from './options.ts';
import { exitInOrder, type StopSignal } from './orderly-exit.ts';
import { removeServerAddress, writeServerAddress } from './own-address.ts';
import { openRuntime, type RuntimeOptions } from './runtime.ts';
import { toLoggableError } from './services/errors.ts';
import { startSweeps } from './services/jobs/sweep.ts';

/** If a signal asks the server to stop meanwhile. */
const MAX_START_MS = 60_000;
/** How long running requests may take after a signal. */
const MAX_STOP_MS = 9_000;

/** For an answer of a port of this machine. */
const MAX_PROBE_MS = 1_000;

const GOODBYE_TEXT = '\n  Innkeep has stopped. The data stays, and the next start finds it.\n\n';

type RunningServer = { drain(): Promise<void>; close(): Promise<void> };

async function startServer(): Promise<void> {
  const startPromise = Promise.withResolvers<RunningServer>();
  const config = loadConfig();
  const logger = createLogger(config.LOG_LEVEL);
  const { closeLast, exit } = exitInOrder({
    onSignal: (signal) => closeInTime(startPromise.promise, signal),
    // Node.js would print the statement's parameters, for example guests' emails.
    onUncaughtError: (error) => logger.fatal({ error: toLoggableError(error) }, 'ended by an uncaught error'),
  });
  try {
    startPromise.resolve(await openServer(config, logger, closeLast));
  } catch (error) {
    reportFailedStart(error);
    // What was opened or works in the background would keep the process alive.
    await exit(1);
  }
}

async function openServer(
  config: Config,
  logger: ReturnType<typeof createLogger>,
  onPostgres: NonNullable<RuntimeOptions['onPostgres']>,
): Promise<RunningServer> {
  await requireFreePorts(config);
  for (const { prepareServer } of OPTIONS) await prepareServer?.(config);
  const metrics = config.METRICS_PORT === null ? null : createMetrics();
  const onBackgroundError = (error: unknown) =>
    logger.error({ error: toLoggableError(error) }, 'in the background');
  const warn = (error: string, line: string) => logger.warn({ error }, line);
  const runtime = await openRuntime(config, {
    role: 'server',
    log: (line) => logger.info(line),
    onError: onBackgroundError,
    onPostgres,
    metrics,
  });
  const { services, options } = runtime;
  const demo = isDemoOffered(config) ? options.find((option) => option.demo)?.demo : undefined;
  const demoTeam = demo?.teamSlug ?? null;
  const app = buildApp({ services, options, logger, demoTeam, ...toAppSettings(config, metrics) });
  const startWorks = () => [
    startSweeps({
      ...services,
      optionSweeps: options.flatMap(({ sweeps }) => sweeps?.(services) ?? []),
      optionRetentions: options.flatMap(({ retentions }) => retentions ?? []),
      guestRetentionMonths: config.GUEST_RETENTION_MONTHS,
      onError: onBackgroundError,
    }),
    ...options.flatMap(({ start }) => start?.(services, onBackgroundError, warn) ?? []),
  ];
  let works: ReturnType<typeof startWorks> = [];
  const isEmbedded = hasEmbeddedDatabase(config);
  let metricsServer: MetricsServer | null = null;
  const close = async () => {
    const stoppedWorks = works.map((work) => work.stop());
    await app.close();
    await Promise.all(stoppedWorks);
    if (isEmbedded) await removeServerAddress(config.DATA_DIR);
    await runtime.close();
    await metricsServer?.close();
  };
  try {
    metrics?.watchPool(runtime.database.pool, config.DATABASE_POOL_MAX);
    metrics?.watchShares(app.shares);
    metricsServer = metrics && (await listenForMetrics(metrics, config));
    const greet = await demo?.prepare(services);
    const address = await app
      .listen({ host: config.HOST, port: config.PORT })
      .catch((error: unknown) => Promise.reject(explainListenError(error, 'PORT', config.HOST, config.PORT)));
    // Not before: while the routes are built, no answer of the database is read, and works would meet their deadlines.
    works = startWorks();
    if (isEmbedded) await writeServerAddress(config.DATA_DIR, address);
    if (greet) process.stdout.write(greet(describeServer(config, address)));
    return {
      async drain() {
        services.health.startDraining();
        await sleep(config.DRAIN_SECONDS * 1_000);
      },
      async close() {
        // The last line of the log: the process did not crash.
        logger.info('Stopping, once the requests under way are answered');
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function loadConfig(): Config {
  loadEnvironmentFile();
  const result = readConfig();
  if (!result.ok) throw new OperatorError(result.problem);
  return result.config;
}

/** With DATABASE_URL, the service usually runs in a container, whose output is a log: no secrets. */
const describeServer = (config: Config, address: string) => ({
  address: config.PUBLIC_URL ?? address,
  showsSecrets: hasEmbeddedDatabase(config),
  command: findCommandPrefix(),
});

const hasEmbeddedDatabase = (config: Config) => config.DATABASE_URL === undefined;
const isDemoOffered = (config: Config) => config.DEMO ?? hasEmbeddedDatabase(config);

function toAppSettings(config: Config, metrics: Metrics | null) {
  return {
    publicUrl: config.PUBLIC_URL,
    mayAlwaysBegin: config.SIGN_UP,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    limits: {
      public: config.RATE_LIMIT_PUBLIC,
      token: config.RATE_LIMIT_TOKEN,
      signIn: config.RATE_LIMIT_SIGN_IN,
      siteBookings: config.RATE_LIMIT_SITE_BOOKINGS,
    },
    ...(metrics ? { onAnswered: metrics.onAnswered } : {}),
  };
}

async function listenForMetrics(
  metrics: Metrics,
  { HOST: host, METRICS_PORT: port }: Config,
): Promise<MetricsServer | null> {
  if (port === null) return null;
  return serveMetrics(metrics, { host, port }).catch((error: unknown) =>
    Promise.reject(explainListenError(error, 'METRICS_PORT', host, port)),
  );
}

/**
 * Before a database is created or started. Listening can still fail: another program may take the port meanwhile, or this
 * user may not use it.
 */
async function requireFreePorts({ HOST: host, PORT, METRICS_PORT }: Config): Promise<void> {
  await requireOwnHost(host);
  for (const [name, port] of Object.entries({ PORT, METRICS_PORT }))
    if (port && (await isTaken(host, port))) throw new OperatorError(explainTakenPort(name, host, port));
}

/** Listens on a port that nobody knows. */
async function requireOwnHost(host: string): Promise<void> {
  const probe = createServer().listen({ host, port: 0 });
  await once(probe, 'listening').catch((error: unknown) => {
    throw explainListenError(error, 'PORT', host, 0);
  });
  probe.close();
  await once(probe, 'close');
}

/**
 * Connects, and does not listen for a moment: a proxy's connection that is accepted then would be reset, and its request
 * with it.
 */
async function isTaken(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(MAX_PROBE_MS) });
    // On a free port, TCP may connect a socket to itself.
    return socket.localPort !== port;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Returns the exit code. A start is finished first, because a half-started server cannot be closed. If a
 * service manager stops the server, it waits until proxies have noticed that it is no longer ready
 * (docs/rules.md, 22.5).
 */
async function closeInTime(started: Promise<RunningServer>, signal: StopSignal): Promise<number> {
  const waitAtMost = (ms: number) => sleep(ms, null, { ref: false });
  const running = await Promise.race([started, waitAtMost(MAX_START_MS)]);
  if (signal === 'SIGTERM') await running?.drain();
  const isClosed =
    running && (await Promise.race([running.close().then(() => true), waitAtMost(MAX_STOP_MS)]));
  if (isClosed && signal === 'SIGINT') process.stdout.write(GOODBYE_TEXT);
  return isClosed ? 0 : 1;
}

const explainTakenPort = (name: string, host: string, port: number) =>
  `${name}: ${port} is in use already on ${host}: set ${name} to a free one, or stop what uses it.`;

function explainListenError(error: unknown, name: string, host: string, port: number): unknown {
  const reasonByErrorCode: Record<string, string> = {
    EADDRINUSE: explainTakenPort(name, host, port),
    EACCES: `${name}: ${port} may not be used by this user: set ${name} to one above 1023.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST: ${host} is not an address of this machine.`,
    EAI_AGAIN: `HOST: ${host} is not an address of this machine.`,
  };
  const reason = reasonByErrorCode[(error as NodeJS.ErrnoException).code ?? ''];
  return reason ? new OperatorError(reason, { cause: error }) : error;
}

function reportFailedStart(error: unknown): void {
  const { message, stack = '' } = toLoggableError(error);
  process.stderr.write(
    `innkeep: ${error instanceof OperatorError ? error.message : `${message}\n${stack}`}\n`,
  );
  process.exitCode = 1;
}

startServer().catch(reportFailedStart);
