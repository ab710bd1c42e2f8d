import type { Registry } from '@prometheus-io/client';
import type { FastifyPluginAsync } from 'fastify';
import type { z } from 'zod';
import type { AddCommands } from './commands/command.ts';
import type { Database } from './db/client.ts';
import type { ReferenceTag } from './plugins/openapi/openapi.ts';
import type { Pictures } from './services/catalogue/pictures.ts';
import type { Retention } from './services/jobs/retention.ts';
import type { Sweep } from './services/jobs/sweep.ts';
import type { RotationDependencies } from './services/keys/rotate-tokens.ts';
import type { Messages } from './services/messages.ts';
import type { PersonMailer } from './services/people/mailer.ts';
import type { ServiceDependencies, Services } from './services/services.ts';
import type { WriteHooks } from './services/team-scope.ts';
import type { Invariants } from './services/verify.ts';
import type { PageFiles } from './web/assets.ts';
import type { NavigationEntry } from './web/views/navigation.ts';
import type { LinesToDecide } from './web/views/to-decide.ts';

/**
 * The Fastify scopes in which an option can register routes and pages: the API with a token, the API of booking
 * sites, the pages of a team's members, the pages without a team, and the service's root. Each has its hooks
 * already (`app.ts`, `web/pages.ts`).
 */
export type ScopeName = 'team' | 'site' | 'teamPages' | 'openPages' | 'root';

/** What exists before the services. */
export type Foundation = Pick<ServiceDependencies, 'db' | 'clock' | 'keyring' | 'onBackgroundError'> & {
  /** For links, or null if none is set. */
  publicUrl: string | null;
  /** Null if no metrics are served. */
  metrics: Registry | null;
};

/** Secrets that are encrypted with the installation's key, for `key rotate` and the check at the start. */
export type OptionSecrets = {
  /** In the plural, as `key rotate` prints it. */
  noun: string;
  listKeyIdsOfAnyTeam(db: Database): Promise<string[]>;
  hasUnderAnotherKey(dependencies: RotationDependencies): Promise<boolean>;
  /** Returns how many were written anew. */
  rotate(dependencies: RotationDependencies): Promise<number>;
};

/** A team to try the service with, which a server prepares unless `DEMO` says otherwise. */
export type Demo = {
  /** The page at `/` leads to its booking site. */
  teamSlug: string;
  /** Before the server listens. Returns the text that it then prints. */
  prepare(services: Services): Promise<(server: GreetingServer) => string>;
};

export type GreetingServer = {
  address: string;
  /** False if others may read the output, for example a log. */
  showsSecrets: boolean;
  /** That shows the commands. */
  command: string;
};

/**
 * The door of an option: of something that the service can run without, and that has tables, background work or
 * pages of its own. All its code lies in its folder, and the core learns of it here alone (docs/architecture.md).
 */
export interface Option<Settings = unknown> {
  name: string;
  /** Its own environment variables. The configuration has their values beside the core's. */
  variables?: z.ZodType<Settings>;
  /** Those of its variables whose value may be in a file: `SMTP_URL` can be given as `SMTP_URL_FILE`. */
  fileVariables?: readonly string[];
  secrets?: OptionSecrets;
  commands?: readonly AddCommands[];
  demo?: Demo;
  navigation?: readonly NavigationEntry[];
  /** Its lines in the list *To decide* of *Today*. */
  toDecide?: readonly LinesToDecide[];
  /** The scripts and styles of its pages. */
  pageFiles?: PageFiles;
  reference?: {
    tags?: readonly ReferenceTag[];
    /** The part `webhooks` of the OpenAPI document. */
    webhooks?: object;
  };
  /** What `verify` checks in its tables. */
  invariants?: Invariants;
  /** Before a server opens anything. Throws an `OperatorError` if it cannot run so. */
  prepareServer?(settings: Settings): Promise<void>;
  /** Closures keep what is the option's own. */
  create(foundation: Foundation, settings: Settings): OptionParts;
}

export interface OptionParts {
  /** What the core asks for, and has a substitute for if no option provides it. */
  provides?: { pictures?: Pictures; messages?: Messages; personMailer?: PersonMailer | null };
  /** Its part in writes of the core, in the order of `OPTIONS`. */
  hooks?: Partial<WriteHooks>;
  scopes?: Partial<Record<ScopeName, FastifyPluginAsync<Services>>>;
  /** Jobs of every minute. */
  sweeps?(services: Services): readonly Sweep[];
  /** Jobs of every hour, if guests are not kept for good. */
  retentions?: readonly Retention[];
  /** The work that a server does beside its requests. Null if there is none. `warn` writes a line of the log. */
  start?(
    services: Services,
    onError: (error: unknown) => void,
    warn: (error: string, line: string) => void,
  ): { stop(): Promise<unknown> } | null;
  close?(): Promise<void>;
}

/** An option of a running process. */
export type OpenOption = Omit<Option, 'create' | 'prepareServer'> & OptionParts;
