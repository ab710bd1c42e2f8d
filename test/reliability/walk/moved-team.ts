/** What a team's walk has left is whole in its team file: another database, with another key, exports the same. */
import { expect } from 'vitest';
import { TEST_APP_KEY } from '../../helpers/app.ts';
import { exportElsewhere, openTeamFiles } from '../../helpers/team-file.ts';
import type { House } from './house.ts';

export async function expectMovesWhole(house: House): Promise<void> {
  // Pictures move in files of their own, which this file is without.
  for (const { listing, id } of house.photos)
    expect((await house.send('DELETE', `/listings/${listing}/photos/${id}`)).status).toBe(204);
  house.photos = [];
  // An import takes no texts about erased guests (docs/rules.md, 19.4), so what was written since goes first.
  for (const id of house.erasedGuests)
    expect((await house.send('POST', `/guests/${id}/erase`)).status).toBe(200);
  const files = await openTeamFiles({
    database: Promise.resolve({ url: house.world.url, drop: async () => {} }),
    appKey: TEST_APP_KEY,
  });
  try {
    files.setNow(house.world.clock.now().toISOString());
    const text = await files.exportText(house.slug);
    expect(JSON.parse(await exportElsewhere(text))).toEqual(JSON.parse(text));
    // Its own file changes nothing of a team.
    await files.importSound(JSON.parse(text));
    expect(JSON.parse(await files.exportText(house.slug))).toEqual(JSON.parse(text));
  } finally {
    await files.close();
  }
}
