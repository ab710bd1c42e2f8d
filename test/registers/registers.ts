/**
 * What tests know of the parts of the service. The core has its registers in `core`, each option in
 * `test/options/<name>/registers.ts`, and `all.ts` lists them. The tests that look at everything loop over them.
 */
import type { Entry } from './entry.ts';

type Sent = { query?: object; body?: object };
/** `heavy` at all times, or the requests of a route that are heavy and others that are not; or what waits in the line of texts. */
export type Load = 'heavy' | 'text' | { heavy: Sent[]; small: Sent[] };

/** How a route is called where that differs from what its pattern and the OpenAPI document say. */
export type RouteCall = Partial<Omit<Entry, 'body'>> & { body?: Entry['body'] | object };

/** A route is small if it has no load. */
export type RouteRegister = 'small' | 'heavy' | 'text' | (RouteCall & { load?: Load });

export type Registers = {
  /** The name of the option, or `core`. */
  name: string;
  /**
   * Every route, such as `GET /v1/me`, but for HEAD, which follows GET, and for the addresses of forms that lead to
   * their page.
   */
  routes?: Record<string, RouteRegister>;
};
