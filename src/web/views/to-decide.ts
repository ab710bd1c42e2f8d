/** *Today* lists what a member must decide (docs/rules.md, 21.20). An option adds lines of its own. */
import type { TeamScope } from '../../services/team-scope.ts';
import { type Html, html } from './html.ts';

declare module 'fastify' {
  interface FastifyInstance {
    toDecide: readonly LinesToDecide[];
  }
}

export type LinesToDecide = {
  /** Lines are shown by rising position. */
  position: number;
  /** Each line leads to where it is decided. */
  read(scope: TeamScope, view: ToDecideView): Promise<readonly Html[]>;
};

type ToDecideView = {
  /** The path of the team's pages. */
  base: string;
  /** The team's. */
  zone: string;
  /** How many lines of a kind are shown. */
  limit: number;
};

/** A last line says how many more there are, with a link to their page if there is one. */
export function renderLinesToDecide<Row extends { total: number }>(
  rows: readonly Row[],
  line: (row: Row) => Html,
  page?: string,
): Html[] {
  const more = (rows[0]?.total ?? 0) - rows.length;
  if (more <= 0) return rows.map(line);
  const words = `And ${more.toLocaleString('en-GB')} more like this`;
  return [...rows.map(line), page === undefined ? html`${words}` : html`<a href="${page}">${words}</a>`];
}
