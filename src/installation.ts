import type { Registry } from '@prometheus-io/client';
import type { OpenOption, Option } from './option.ts';
import { OPTIONS } from './options.ts';
import { NO_PICTURES } from './services/catalogue/pictures.ts';
import { createServices, type ServiceDependencies, type Services } from './services/services.ts';
import type { WriteHooks } from './services/team-scope.ts';

type Dependencies = Omit<ServiceDependencies, 'hooks' | keyof Provided> & {
  publicUrl: string | null;
  /** Values of the options' variables. Those that are left out are as if they were not set. */
  settings?: object;
  options?: readonly Option[];
  metrics?: Registry | null;
  /** Tests watch writes with hooks of their own. */
  wrapHooks?: (hooks: WriteHooks) => WriteHooks;
};

type Provided = Required<NonNullable<OpenOption['provides']>>;

type Installation = {
  services: Services;
  options: readonly OpenOption[];
  close(): Promise<void>;
};

/** Makes the services, and lets the options take part in their writes. */
export function createInstallation({
  options: listed = OPTIONS,
  settings = {},
  metrics = null,
  wrapHooks = (hooks) => hooks,
  ...dependencies
}: Dependencies): Installation {
  const foundation = { ...dependencies, metrics };
  const allSettings = { ...readDefaults(listed), ...settings };
  const options: OpenOption[] = listed.map(({ create, ...option }) => ({
    ...option,
    ...create(foundation, allSettings),
  }));
  const services = createServices({
    ...dependencies,
    pictures: NO_PICTURES,
    messages: null,
    personMailer: null,
    ...Object.assign({}, ...options.map(({ provides }) => provides)),
    hooks: wrapHooks(joinHooks(options)),
  });
  return {
    services,
    options,
    async close(): Promise<void> {
      await services.close();
      for (const { close } of options) await close?.();
    },
  };
}

const readDefaults = (options: readonly Option[]): object =>
  Object.assign({}, ...options.map(({ variables }) => variables?.parse({})));

const joinHooks = (options: readonly OpenOption[]): WriteHooks => ({
  onEvents: options.flatMap(({ hooks }) => hooks?.onEvents ?? []),
  onErase: options.flatMap(({ hooks }) => hooks?.onErase ?? []),
  onDelete: options.flatMap(({ hooks }) => hooks?.onDelete ?? []),
});
