/** What a team demands, apps, codes and sessions are in no team file, and an import leaves them (docs/rules.md, 27.19). */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { people, sessions, teams } from '../../../../src/db/schema/teams.ts';
import { exportTeamFile } from '../../../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { addApp } from '../../../helpers/factors.ts';
import { openTeamPages } from '../../../helpers/pages.ts';

const world = await openSharedApp();

async function exportText(slug: string): Promise<string> {
  let text = '';
  const write = async (part: string) => {
    text += part;
  };
  await exportTeamFile(world.services, slug, { secrets: true, write });
  return text;
}

test('an export says nothing of second factors and sessions, and importing it leaves both', async () => {
  const { team, member, visitor, tokens } = await openTeamPages(world);
  await addApp(world, visitor);
  await world.db.update(teams).set({ requireSecondFactor: true }).where(eq(teams.id, team.id));
  const text = await exportText(team.slug);
  expect(text).toContain(member.email);
  expect(text).not.toMatch(/factor|session|ciphertext/);
  const changed = JSON.parse(text);
  changed.team.name = 'Renamed';
  changed.members[0].name = 'Renamed too';
  expect(await importTeamFile(world.services, changed)).toMatchObject({ ok: true });
  const [stored] = await world.db.select().from(teams).where(eq(teams.id, team.id));
  expect([stored?.name, stored?.requireSecondFactor]).toEqual(['Renamed', true]);
  const [person] = await world.db.select().from(people).where(eq(people.id, member.id));
  expect([person?.name, person?.factors.length]).toEqual(['Renamed too', 1]);
  expect(await world.db.$count(sessions, eq(sessions.personId, member.id))).toBe(1);
  expect((await visitor.get(tokens)).statusCode).toBe(200);
});
