/** A team's pages of daily work, with something to book. */
import type { TestApp } from '../../../helpers/app.ts';
import { clientOf } from '../../../helpers/bookings.ts';
import { buildListing, buildToken, buildUnit } from '../../../helpers/factories.ts';
import { type Fields, openTeamPages } from '../../../helpers/pages.ts';

/** A team with a member signed in, a place with two units at 100.00 a night, and a client of its API. */
export async function openDesk(world: TestApp, listing: Parameters<typeof buildListing>[1] = {}) {
  const pages = await openTeamPages(world, { depositPpm: 300_000 });
  const teamId = pages.team.id;
  const place = await buildListing(world, { teamId, publicTitle: 'Sea Loft', ...listing });
  for (const name of ['Loft A', 'Loft B']) await buildUnit(world, { teamId, listingId: place.id, name });
  const client = clientOf(world, await buildToken(world, { teamId }));
  return { ...pages, place, client, list: `${pages.base}/bookings` };
}

/** The values of a form's fields, as a browser would send them. */
export function fieldsOf(page: string, action: string): Fields {
  const form = new RegExp(`<form method="post" action="${action}">([\\s\\S]*?)</form>`).exec(page)?.[1] ?? '';
  const inputs = [
    ...form.matchAll(/<input[^>]*? name="(\w+)"(?![^>]*type="checkbox")[^>]*?value="([^"]*)"/g),
  ];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}
