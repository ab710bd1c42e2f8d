import type { TestApp } from '../helpers/app.ts';
import type { LivedInTeam, Own } from './lived-in.ts';

export type Undo = (
  world: TestApp,
  team: LivedInTeam,
  answer: { body: string; location: string },
) => Promise<unknown>;

/** How to call one route. */
export type Entry = {
  /** Whose rights the request needs. `owner` is a token with that role. */
  as: 'token' | 'owner' | 'member' | 'anyone';
  query?: Record<string, string>;
  /** `place` is the place that will get another value. */
  body?: (own: Own, place: string) => object;
  form?: Record<string, string> | undefined;
  /** The fields of a form that name the team's own entities. */
  formOf?: (own: Own) => Record<string, string>;
  /** The type of the body, which is JSON by default. */
  contentType?: string;
  headers?: Record<string, string> | ((own: Own) => Record<string, string>);
  /**
   * The team's own values that fit each place (`path.booking`, `query.listing_id`, `body.guest.email`, `form.name`).
   */
  places: Record<string, keyof Own>;
  /** Whether each request comes from an address of its own, because few are answered for one address. */
  isCountedByAddress?: boolean;
  /** How many statements a page may take that shows more than one thing. */
  mostStatements?: number;
  /** The status of the team's own request. */
  status: number;
  /** Undoes the effect of a success that would disturb the next request. */
  undo?: Undo;
};
