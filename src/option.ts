import type { Registry } from '@prometheus-io/client';
import type { FastifyPluginAsync } from 'fastify';
import type { AddCommands } from './commands/command.ts';
import type { Database } from './db/client.ts';
import type { Sweep } from './services/jobs/sweep.ts';
import type { RotationDependencies } from './services/keys/rotate-tokens.ts';
import type { ServiceDependencies, Services } from './services/services.ts';
import type { WriteHooks } from './services/team-scope.ts';
import type { NavigationEntry } from './web/views/navigation.ts';

/**
 * The Fastify scopes in which an option can register routes and pages: the API with a token, the API of booking
 * sites, the pages of a team's members, the pages without a team, and the service's root. Each has its hooks
 * already (`app.ts`, `web/pages.ts`).
 */
export type ScopeName = 'team' | 'site' | 'teamPages' | 'openPages' | 'root';

/** What exists before the services. */
export type Foundation = Pick<ServiceDependencies, 'db' | 'clock' | 'keyring' | 'onBackgroundError'> & {
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

/**
 * The door of an option: of something that the service can run without, and that has tables, background work or
 * pages of its own. All its code lies in its folder, and the core learns of it here alone (docs/architecture.md).
 */
export interface Option {
  name: string;
  secrets?: OptionSecrets;
  commands?: readonly AddCommands[];
  navigation?: readonly NavigationEntry[];
  reference?: {
    /** Descriptions by the tag's name. */
    tags?: Record<string, string>;
    /** The part `webhooks` of the OpenAPI document. */
    webhooks?: object;
  };
  /** Closures keep what is the option's own. */
  create(foundation: Foundation): OptionParts;
}

export interface OptionParts {
  /** Its part in writes of the core, in the order of `OPTIONS`. */
  hooks?: Partial<WriteHooks>;
  scopes?: Partial<Record<ScopeName, FastifyPluginAsync<Services>>>;
  /** Jobs of every minute. */
  sweeps?(services: Services): readonly Sweep[];
  /** The work that a server does beside its requests. */
  start?(services: Services, onError: (error: unknown) => void): { stop(): Promise<unknown> };
  close?(): Promise<void>;
}

/** An option of a running process. */
export type OpenOption = Omit<Option, 'create'> & OptionParts;
