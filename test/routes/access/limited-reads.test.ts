/** A caller with `listings` is answered as if the team had no others (docs/rules.md, 27.36). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Answer, Json } from '../../helpers/bookings.ts';
import { seed } from '../../helpers/random.ts';
import { type Operation, operationsOf, urlOf, wholeRequest } from '../../reliability/drawn-requests.ts';
import { openLimitedWorld } from './limited-world.ts';

const { limited, alone, pools: values, seeing } = await openLimitedWorld(seed);
const document: Json = (await seeing.app.inject({ url: '/openapi.json' })).json();
const pools = { values, parts: {}, units: [], siteBookings: [] };

/** What says who asks. */
const ABOUT_THE_CALLER = ['getAccount'];
const isRead = ({ method, path, name }: Operation) =>
  method === 'GET' &&
  path.startsWith('/v1/') &&
  !path.startsWith('/v1/public') &&
  !ABOUT_THE_CALLER.includes(name);
const reads = operationsOf(document).filter(isRead);
/** Rules and texts of messages, and addresses that get none. */
const isOfWholeTeam = ({ status, body }: Answer): boolean =>
  status === 403 && body.message.includes('only some of the team’s listings');
/** The feed of events ends for both where it ends for the team. */
const withoutEnd = (body: Json): Json =>
  body?.meta?.next === undefined ? body : { ...body, meta: { ...body.meta, next: null } };
const REQUESTS = Number(process.env.LIMITED_READS ?? 6);

it.each(reads.map((operation) => [operation.name, operation] as const))(
  '%s answers as if there were no other listings',
  async (_name, operation) => {
    const drawn = fc.sample(wholeRequest(document, pools, operation), { numRuns: REQUESTS, seed });
    for (const one of [{ path: {}, query: [], headers: {}, body: undefined }, ...drawn]) {
      // A position is tried in tests of copies.
      const query = one.query.filter(([name]) => name !== 'changed_after' && name !== 'page');
      if (operation.path.includes('{') && Object.keys(one.path).length === 0) continue;
      const url = urlOf(operation, { ...one, query }).slice('/v1'.length);
      const [seen, expected] = [await limited.send('GET', url), await alone.send('GET', url)];
      if (isOfWholeTeam(seen)) continue;
      expect({ url, status: seen.status, body: withoutEnd(seen.body) }).toEqual({
        url,
        status: expected.status,
        body: withoutEnd(expected.body),
      });
    }
  },
);
