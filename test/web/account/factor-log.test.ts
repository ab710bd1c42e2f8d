/** What a team's log says of second factors and sessions (docs/rules.md, 27.20). */
import { expect, test } from 'vitest';
import { resetFactors } from '../../../src/services/people/factors/own-factors.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { addApp, codeOf, sendCode, signInWithCode, waitSteps } from '../../helpers/factors.ts';
import { openTeamPages, PASSWORD, visitorOf } from '../../helpers/pages.ts';

const world = await openSharedApp();

async function readLog(teamId: number): Promise<[string, string, number][]> {
  await world.services.auditLog.settle(teamId);
  const { rows } = await world.db.execute<{ action: string; type: string; count: number }>(
    `select action, actor_type as type, count from audit_entries where team_id = ${teamId}
      and action in ('factor_added', 'factor_removed', 'factor_failed', 'session_ended') order by at, id`,
  );
  return rows.map(({ action, type, count }) => [action, type, count]);
}

test('the log has added and removed apps, wrong codes counted, and sessions that were ended', async () => {
  const { team, member, visitor } = await openTeamPages(world);
  const { secret } = await addApp(world, visitor);
  expect(await readLog(team.id)).toEqual([['factor_added', 'member', 1]]);
  const other = visitorOf(world);
  await signInWithCode(other, member, codeOf(world, secret));
  await other.post('/app/sign-out');
  await other.signIn(member.email);
  for (const code of ['000000', '111111']) await sendCode(other, code);
  waitSteps(world);
  await sendCode(other, codeOf(world, secret));
  await visitor.get('/app/account');
  await visitor.post('/app/account/sessions/end-others');
  waitSteps(world);
  const { body } = await visitor.get('/app/account');
  const removal = /href="(\/app\/account\/factors\/[^"]+\/remove)"/.exec(body)?.[1] ?? '';
  await visitor.get(removal);
  await visitor.post(removal, { password: PASSWORD });
  waitSteps(world);
  await addApp(world, visitor);
  await resetFactors(world.services, member.email);
  expect((await readLog(team.id)).slice(1).map(([action, ...rest]) => [action, ...rest])).toEqual(
    expect.arrayContaining([
      ['factor_failed', 'member', 2],
      ['session_ended', 'member', 1],
      ['factor_removed', 'member', 1],
      ['factor_removed', 'system', 1],
    ]),
  );
});
