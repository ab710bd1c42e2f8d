/** What is logged in the write that it tells of, and what beside an answer. */
import { describe, expect, it } from 'vitest';
import { noteAuditEntry, noteRefusal, recordAuditEntry } from '../../../src/services/access/audit.ts';
import { createSystemScope, type SystemScope } from '../../../src/services/team-scope.ts';
import { write } from '../../../src/services/write.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { buildTeam } from '../../helpers/factories.ts';
import { buildMember, joinTeam } from '../../helpers/pages.ts';

const world = await openSharedApp();

const MEMBER = '0197f2a0-0000-7000-8000-000000000001';
const OTHER = '0197f2a0-0000-7000-8000-000000000002';

async function openScope(): Promise<SystemScope> {
  const { id } = await buildTeam(world);
  const scope = createSystemScope(world.services, id);
  return { ...scope, actor: { type: 'member', name: 'Ada' }, caller: { id: MEMBER, ip: '192.0.2.1' } };
}

async function readLog({ auditLog, teamId }: SystemScope) {
  await auditLog.settle(teamId);
  const { rows } = await world.db.execute(
    `select action, actor_name as actor, ip, target, details, count from audit_entries where team_id = ${teamId} order by at, id`,
  );
  return rows;
}

describe('an entry of the log', () => {
  it('is part of its write, and goes with it', async () => {
    const scope = await openScope();
    const target = { type: 'role', id: 'crew', name: 'Crew' } as const;
    await write(scope, {}, (scope) => recordAuditEntry(scope, { action: 'role_created', target }));
    const failing = write(scope, {}, async (scope) => {
      await recordAuditEntry(scope, { action: 'role_deleted', target });
      throw new Error('A later step fails.');
    });
    await expect(failing).rejects.toThrow();
    await write(scope, { isPreview: true }, (scope) =>
      recordAuditEntry(scope, { action: 'role_deleted', target }),
    );
    expect(await readLog(scope)).toEqual([
      { action: 'role_created', actor: 'Ada', ip: '192.0.2.1', target, details: {}, count: 1 },
    ]);
  });

  it('counts the refusals of one actor within an hour, with all that was lacked', async () => {
    const scope = await openScope();
    for (let time = 0; time < 500; time += 1) noteRefusal(scope, 'people:read');
    await scope.auditLog.settle(scope.teamId);
    noteRefusal(scope, 'tokens:write');
    noteRefusal(scope, 'people:read');
    noteRefusal({ ...scope, caller: { id: OTHER, ip: '192.0.2.9' } }, 'second_factor');
    expect(await readLog(scope)).toMatchObject([
      { ip: '192.0.2.1', details: { lacked: ['people:read', 'tokens:write'] }, count: 502 },
      { ip: '192.0.2.9', details: { lacked: ['second_factor'] }, count: 1 },
    ]);
    world.clock.set('2031-05-05T11:00:00Z');
    noteRefusal(scope, 'people:read');
    expect(await readLog(scope)).toHaveLength(3);
  });

  it('counts a secret that is shown again apart from another secret', async () => {
    const scope = await openScope();
    const show = (id: string) =>
      noteAuditEntry(scope, { action: 'secret_shown', target: { type: 'webhook', id, name: null } });
    show(MEMBER);
    show(MEMBER);
    show(OTHER);
    expect(await readLog(scope)).toMatchObject([
      { target: { id: MEMBER }, count: 2 },
      { target: { id: OTHER }, count: 1 },
    ]);
  });

  it('of a person is in the log of each of their teams, and one that fails stops no other', async () => {
    const [one, two] = [await openScope(), await openScope()];
    const person = await buildMember(world, { teamId: one.teamId });
    await joinTeam(world, person.id, two.teamId);
    await world.db.execute(
      `alter table audit_entries add constraint away check (team_id <> ${one.teamId}) not valid`,
    );
    const happening = { person, action: 'sign_in', ip: '192.0.2.7', at: world.clock.now() } as const;
    one.auditLog.noteOfPerson(happening);
    expect(await readLog(one)).toEqual([]);
    expect(await readLog(two)).toMatchObject([{ action: 'sign_in', actor: person.name, ip: '192.0.2.7' }]);
    expect(world.backgroundErrors.splice(0)).toHaveLength(1);
    await world.db.execute('alter table audit_entries drop constraint away');
    one.auditLog.noteOfPerson(happening);
    expect(await readLog(one)).toHaveLength(1);
  });
});
