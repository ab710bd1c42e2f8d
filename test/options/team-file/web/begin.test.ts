import { expect, onTestFinished, test } from 'vitest';
import { teams } from '../../../../src/db/schema/teams.ts';
import { importTeamFile } from '../../../../src/options/team-file/file/import.ts';
import { openTestApp } from '../../../helpers/app.ts';
import { expectPage, visitorOf } from '../../../helpers/pages.ts';

test('a first team that begins while a file makes another waits for the file, and is not made', async () => {
  const world = await openTestApp({ poolMax: 6 });
  onTestFinished(() => world.close());
  const visitor = visitorOf(world);
  expectPage(await visitor.get('/app/begin'), 200, 'Name of the team');
  const file = { team: { slug: 'filed', name: 'Filed', currency: 'EUR', timezone: 'UTC' } };
  const [imported, answer] = await Promise.all([
    importTeamFile(world.services, file),
    visitor.post('/app/begin', {
      team_name: 'Casa do Pátio',
      slug: '',
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      name: 'Ana Prado',
      email: 'Ana@Example.com',
      password: 'quiet lamps at sea',
    }),
  ]);
  // Whichever comes first, a file is always taken, and a team that comes second does not begin.
  expect(imported.ok).toBe(true);
  const slugs = (await world.db.select({ slug: teams.slug }).from(teams)).map(({ slug }) => slug).sort();
  const hasBegun = answer.headers.location !== '/app/sign-in';
  expect(slugs).toEqual(hasBegun ? ['casa-do-patio', 'filed'] : ['filed']);
});
