import { expect, it } from 'vitest';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';

const handed: string[][] = [];
let failWith: Error | null = null;
const world = await openSharedApp({
  hooks: {
    onEvents: [
      async (_scope, events) => {
        handed.push(events.map(({ type }) => type));
        if (failWith) throw failWith;
      },
    ],
    onErase: [],
    onDelete: [],
  },
});

it('an import calls hooks with its own event, and not with the events in the file', async () => {
  const team = { slug: 'hooked', name: 'Inn', currency: 'EUR', timezone: 'UTC' };
  const guests = [{ email: 'guest@inn.example', name: 'Guest' }];
  expect(await importTeamFile(world.services, { team, guests })).toMatchObject({ ok: true });
  expect(handed).toEqual([['team.imported']]);
  failWith = new Error('the outbox is full');
  const again = importTeamFile(world.services, { team, guests: [{ ...guests[0], name: 'Other' }] });
  await expect(again).rejects.toThrow('the outbox is full');
  failWith = null;
  // What was undone is still to be done.
  await importTeamFile(world.services, { team, guests: [{ ...guests[0], name: 'Other' }] });
  expect(handed.slice(1)).toEqual([['team.imported'], ['team.imported']]);
});
