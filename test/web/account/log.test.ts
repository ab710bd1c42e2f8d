/** The page Log (docs/rules.md, 27.20). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { buildMember, openTeamPages, visitorOf } from '../../helpers/pages.ts';

const world = await openSharedApp();

it('shows whoever may read people what happened, by filters, with all of it as CSV', async () => {
  const { visitor, base, member, tokens } = await openTeamPages(world);
  await visitor.get(tokens);
  await visitor.submit(tokens, { name: 'Till', scope: 'read-only' });
  const page = (await visitor.get(`${base}/log`)).body;
  for (const text of [
    'Signed in',
    'Created a token',
    'the token Till',
    'Was shown a secret',
    member.name,
    '127.0.0.1',
  ])
    expect(page).toContain(text);
  expect(page).toContain(`href="${base}/log.csv"`);
  const filtered = (
    await visitor.get(`${base}/log?action=token_created&actor=${encodeURIComponent(member.name)}`)
  ).body;
  expect(filtered).toContain('the token Till');
  expect(filtered).not.toContain(
    '<td role="cell"><span class="label" aria-hidden="true">What</span><span class="cell">Signed in',
  );
  expect((await visitor.get(`${base}/log?from=2031-05-06`)).body).toContain('Nothing found');
  expect((await visitor.get(`${base}/log?from=soon`)).statusCode).toBe(422);
  const csv = await visitor.get(`${base}/log.csv?action=sign_in`);
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.body.trim().split('\r\n')).toHaveLength(2);
});

it('is not there for a member who may not read people', async () => {
  const { team, base } = await openTeamPages(world);
  const { email } = await buildMember(world, { teamId: team.id, role: 'manager' });
  const visitor = visitorOf(world);
  await visitor.signIn(email);
  expect((await visitor.get(`${base}/tokens`)).body).not.toContain('/log"');
  expect((await visitor.get(`${base}/log`)).statusCode).toBe(403);
});
