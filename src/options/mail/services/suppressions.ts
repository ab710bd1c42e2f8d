/** They refused a message, or somebody asked that they get none. */

import { lockTeam } from '../../../db/queries/teams/teams.ts';
import { MAX_MAIL_SUPPRESSIONS_OF_TEAM } from '../../../domain/limits.ts';
import type { PageRequest } from '../../../domain/page.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { throwIfInvalid } from '../../../services/catalogue/problems.ts';
import { NotFound } from '../../../services/errors.ts';
import { newId } from '../../../services/new-id.ts';
import { recordSettingsChange } from '../../../services/team/settings-change.ts';
import type { ReadScope, TeamScope, WriteScope } from '../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../services/write.ts';
import {
  countMailSuppressions,
  deleteMailSuppressionRow,
  findMailSuppression,
  type MailSuppressionRecord,
  listMailSuppressions as selectMailSuppressions,
  upsertMailSuppressions,
} from '../db/queries/settings.ts';

export type { MailSuppressionRecord as MailSuppression };

export const listMailSuppressions = ({ db, teamId }: ReadScope, page: PageRequest) =>
  selectMailSuppressions(db, teamId, page);

export const createMailSuppression = (
  scope: TeamScope,
  { email, reason = null }: { email: string; reason?: string | null | undefined },
  options: WriteOptions<MailSuppressionRecord> = {},
): Promise<MailSuppressionRecord> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    const emailKey = foldCase(email);
    const suppression = await findMailSuppression(tx, teamId, emailKey);
    if (suppression)
      throwIfInvalid([
        {
          path: ['email'],
          code: 'taken',
          existing: suppression.id,
          message: 'must not be that of another suppression',
        },
      ]);
    if ((await countMailSuppressions(tx, teamId)) >= MAX_MAIL_SUPPRESSIONS_OF_TEAM)
      throwIfInvalid([
        {
          path: ['email'],
          code: 'limit',
          message: `must not be one more than ${MAX_MAIL_SUPPRESSIONS_OF_TEAM}`,
        },
      ]);
    const row = { teamId, id: newId(), email, emailKey, reason, createdAt: now };
    await upsertMailSuppressions(tx, [row]);
    await recordChange(scope);
    return row;
  });

export const deleteMailSuppression = (
  scope: TeamScope,
  id: string,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    if (!(await deleteMailSuppressionRow(scope.tx, scope.teamId, id))) throw new NotFound();
    await recordChange(scope);
  });

const recordChange = (scope: WriteScope): Promise<void> => recordSettingsChange(scope, ['mail_suppressions']);
