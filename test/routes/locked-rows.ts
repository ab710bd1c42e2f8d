import type { TestApp } from '../helpers/app.ts';
import { type Inn, openInn } from '../helpers/bookings.ts';
import { openClient, withClient } from '../helpers/database.ts';
import { buildFee, buildGuest, buildPhoto, buildSeason } from '../helpers/factories.ts';
import { untilSomebodyWaits } from '../helpers/waiting.ts';
import { words } from '../helpers/words.ts';

const TABLES = words('teams listings units guests photos seasons fees bookings');

/** The tables with rows of a team to which nobody else can refer now. */
async function lockedTables({ url }: TestApp, teamId: number): Promise<string[]> {
  const locked: string[] = [];
  for (const table of TABLES) {
    const ofTeam = table === 'teams' ? 'id' : 'team_id';
    const refer = `select from ${table} where ${ofTeam} = ${teamId} for key share nowait`;
    await withClient(url, (client) => client.query(refer)).catch(() => locked.push(table));
  }
  return locked;
}

/** The tables that a write locks against references, seen when it has changed its rows and writes its event. */
export async function lockedDuring<Result>(world: TestApp, teamId: number, write: () => Promise<Result>) {
  const rival = await openClient(world.url);
  try {
    await rival.query('begin');
    await rival.query('lock table team_events in share mode');
    const answer = write();
    await untilSomebodyWaits(world);
    const locked = await lockedTables(world, teamId);
    await rival.query('commit');
    return { locked, result: await answer };
  } finally {
    await rival.end();
  }
}

export const openBusyInn = async (world: TestApp): Promise<Inn & { guestId: string }> => {
  const inn = await openInn(world);
  const keys = { teamId: inn.teamId, listingId: inn.listing.id };
  await buildPhoto(world, keys);
  await buildSeason(world, keys);
  await buildFee(world, { teamId: inn.teamId, code: 'linen' });
  const { id: guestId } = await buildGuest(world, { teamId: inn.teamId, email: 'bea@example.com' });
  await inn.book({ guest: undefined, guest_id: guestId });
  return { ...inn, guestId };
};
