import { expect, test } from 'vitest';
import { importTeamFile } from '../../../../src/options/team-file/file/import.ts';
import { listTokens } from '../../../../src/services/tokens/tokens.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { openTeamPages, tableRowsIn } from '../../../helpers/pages.ts';

const world = await openSharedApp();

test('the table of tokens shows imported tokens, with the creator’s name if the file had one', async () => {
  const { visitor, tokens, team, member } = await openTeamPages(world);
  const entry = (name: string, created_by?: string) => ({
    name,
    scope: 'read-only',
    token: `${name}-of-another-teams-system-${team.id}`,
    created_by,
  });
  const { slug, name, currency, timezone } = team;
  const imported = await importTeamFile(world.services, {
    team: { slug, name, currency, timezone },
    members: [{ email: member.email, name: member.name }],
    tokens: [entry('one', member.email), entry('two')],
  });
  expect(imported.ok).toBe(true);
  expect(tableRowsIn((await visitor.get(tokens)).body).map((row) => row.slice(0, 3))).toEqual([
    ['one', 'Read-only', member.name],
    ['two', 'Read-only', 'an operator'],
  ]);
  const [{ id } = { id: '' }] = await listTokens({ db: world.services.db, teamId: team.id });
  expect((await visitor.post(`${tokens}/${id}/show`)).body).toContain(
    `one-of-another-teams-system-${team.id}`,
  );
});
