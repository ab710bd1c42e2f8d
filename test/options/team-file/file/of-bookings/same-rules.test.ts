/** A team file and the API are two doors to one set of rules (docs/rules.md, 16.1). */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportTeamFile } from '../../../../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { createSystemScope } from '../../../../../src/services/team-scope.ts';
import { createToken, showToken } from '../../../../../src/services/tokens/tokens.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { clientOf, type Json } from '../../../../helpers/bookings.ts';
import { CHARGES, type Entry, listingRequests, sayThroughApi } from '../../../../routes/team-through-api.ts';
import { teamFile } from '../arbitraries.ts';
import { goodFile, type Path, refusedValues } from '../broken-files.ts';

const RUNS = Number(process.env.TEAM_FILE_RUNS ?? 2);
const world = await openSharedApp();

async function importTeam(file: object): Promise<number> {
  const imported = await importTeamFile(world.services, JSON.parse(JSON.stringify(file)));
  if (!imported.ok) throw new Error(imported.problems.join('\n'));
  return imported.teamId;
}

async function clientFor(file: object) {
  const teamId = await importTeam(file);
  const newToken = { name: 'Sync', access: 'read-write', createdBy: null } as const;
  await createToken(createSystemScope(world.services, teamId), world.services, newToken);
  return clientOf(
    world,
    String(await showToken(createSystemScope(world.services, teamId), world.services, 'Sync')),
  );
}

/** An export without what chance and clocks decide. */
async function exportOf(slug: string): Promise<Json> {
  let text = '';
  const write = async (piece: string) => {
    text += piece;
  };
  await exportTeamFile(world.services, slug, { secrets: false, write });
  const isOwn = (key: string) => !/^(id|slug|created_at|updated_at)$/.test(key);
  const { team, ...lists } = JSON.parse(text, function reviver(this: Entry, key, value) {
    return key === 'id' || key === 'created_at' || key === 'updated_at' ? undefined : value;
  });
  const inOrder = (list: Json[]) => list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    ...lists,
    team: Object.fromEntries(Object.entries(team).filter(([key]) => isOwn(key))),
    // Guests without email are in the order of their ids.
    guests: inOrder(lists.guests),
  };
}

/** The part of a file that the API can say. The order of a list of photos is the order in which they are shown. */
const catalogueOf = ({ team, fees, taxes, discounts, coupons, listings, guests, blocks }: Json) => ({
  team,
  fees,
  taxes,
  discounts,
  coupons,
  guests,
  blocks,
  // A listing is made now, and its units can be sold from today on.
  listings: listings.map(({ created_at: _c, updated_at: _u, ...listing }: Entry) => ({
    ...listing,
    photos: listing.photos.map((photo: Entry, position: number) => ({ ...photo, sort_order: position })),
  })),
});

test('a team that is made through the API exports as the file that describes it', {
  timeout: 60_000 + RUNS * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(teamFile, async (whole) => {
      const file = catalogueOf(whole);
      await importTeam(file);
      const slug = `${file.team.slug}-api`;
      const { name, currency, timezone } = file.team;
      await sayThroughApi(await clientFor({ team: { slug, name, currency, timezone } }), file);
      expect(await exportOf(slug)).toEqual(await exportOf(file.team.slug));
    }),
    // A failure is not shrunk, because making smaller teams again and again would take minutes.
    { numRuns: RUNS, endOnFailure: true },
  );
});

type Request = [method: 'POST' | 'PUT', path: string, body: Json];
type Ids = { loft: string; unit: string };

/** The request that says the entity at a path of the file; null if the API has another way to say it, or none. */
function requestFor(file: Json, path: Path, { loft, unit }: Ids): Request | null {
  const [list, index, field] = path;
  const entry = typeof index === 'number' ? file[list ?? '']?.[index] : null;
  if (list === 'team') return index === 'slug' || index === 'currency' ? null : ['PUT', '/team', file.team];
  if (field === 'id') return null;
  // A unit has all fields but its name from a request of its own.
  const [ofUnit] = field === 'units' ? path.slice(4) : [];
  if (list === 'listings' && ofUnit !== undefined && ofUnit !== 'name')
    return ['PUT', `/units/${unit}`, { [ofUnit]: entry.units[path[3] ?? 0][ofUnit] }];
  if (CHARGES.some((name) => name === list) || list === 'guests') return ['POST', `/${list}`, entry];
  if (list === 'blocks') {
    const { listing: _listing, unit: _unit, ...block } = entry;
    return field === 'listing' || field === 'unit'
      ? null
      : ['POST', '/blocks', { ...block, listing_id: loft, unit_id: unit }];
  }
  if (list !== 'listings' || index !== 0) return null;
  const requests = listingRequests(entry, undefined);
  if (field === 'seasons') return ['PUT', `/listings/${loft}/rates`, requests.rates];
  if (field === 'days' || field === 'photos') return ['PUT', `/listings/${loft}/${field}`, requests[field]];
  // The team has a listing of this slug, and another of the title's.
  return ['POST', '/listings', field === 'slug' ? requests.listing : { ...requests.listing, slug: null }];
}

/** The good file with another value at a path; an entity of a list cannot be anything but an object in a request. */
function fileWith(path: Path, value: unknown): Json {
  const file: Json = goodFile();
  const parent = path.slice(0, -1).reduce((at, step) => at[step], file);
  parent[path.at(-1) ?? ''] = value;
  return file;
}

test('what an import refuses, the API refuses too', { timeout: 120_000 }, async () => {
  const file = goodFile();
  const { send, read } = await clientFor({ team: file.team, listings: file.listings });
  const loft = (await read('/listings?slug=sea-loft'))[0].id;
  const ids = { loft, unit: (await read(`/listings/${loft}/units`))[0].id };
  const taken: string[] = [];
  let requestCount = 0;
  for (const [path, value] of refusedValues()) {
    // Ids are this service's own, and what an entry is as a whole is the form of a body.
    if (path.length < 2 || (path.length === 2 && path[0] !== 'team') || path.at(-1) === 'id') continue;
    const request = requestFor(fileWith(path, value), path, ids);
    if (!request) continue;
    requestCount += 1;
    const { status } = await send(...request);
    if (status !== 422) taken.push(`${status} ${path.join('.')} ${JSON.stringify(value)}`);
  }
  expect(taken).toEqual([]);
  expect(requestCount).toBeGreaterThan(200);
  // The same requests without anything wrong are taken.
  const places: Path[] = [
    ['team', 'name'],
    ...[...CHARGES, 'guests', 'blocks', 'listings'].map((list) => [list, 0]),
  ];
  for (const place of [...places, ...['seasons', 'days', 'photos'].map((field) => ['listings', 0, field])]) {
    const request = requestFor(goodFile(), place, ids);
    const { status, body } = await send(...(request ?? ['PUT', '/team', {}]));
    expect([place, status, body.errors]).toEqual([place, expect.toBeOneOf([200, 201]), undefined]);
  }
});
