import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_TARGETS, LACKED_WORDS } from '../domain/access/audit.ts';
import { PERMISSIONS } from '../domain/access/permissions.ts';
import { isStayDate } from '../domain/dates/dates.ts';
import { toInstantText } from '../domain/formats.ts';
import { MAX_NAME_LENGTH } from '../domain/limits.ts';
import type { AuditRequest, AuditRow } from '../services/access/audit.ts';
import { actorSchema } from './event.ts';
import { listAnswerColumns } from './fields/csv-columns.ts';
import { dateField, instantParameter } from './fields/dates.ts';
import { requiredText } from './fields/fields.ts';
import { mustBe } from './fields/lists.ts';
import { idSchema, instantSchema, nullableText, wordSchema } from './formats.ts';
import { pageParameters, pageSchema } from './page.ts';
import { wordListParameter } from './parameters.ts';

const targetSchema = z
  .object({
    type: wordSchema(AUDIT_TARGETS).describe('A `list` was exported as CSV.'),
    id: nullableText.describe(
      'As in the answers of its kind: of a membership, the code of a role, or the name of a list. Null for the team.',
    ),
    name: nullableText.describe('At that time. Null for what has no name, and for guests.'),
  })
  .meta({ id: 'AuditTarget', description: 'What the action was done to.' });

const detailsSchema = z
  .object({
    changed: z.array(z.string()).describe('The names of the changed fields, without their values.'),
    role: nullableText.describe('The code of the role that a member or a token has from then on.'),
    permissions: z.array(wordSchema(PERMISSIONS)).describe('What a role permits from then on.'),
    lacked: z.array(wordSchema(LACKED_WORDS)).describe('What the refused requests would have needed.'),
  })
  .partial()
  .meta({ id: 'AuditDetails', description: 'What the action says about itself. Never a secret.' });

const auditEntrySchema = z
  .object({
    id: idSchema,
    at: instantSchema.describe('When it happened, or the first of them within the hour.'),
    actor: actorSchema,
    ip: nullableText.describe(
      'The internet address that the request came from; of an IPv6 address its network. Null without a request, and 90 days later.',
    ),
    action: wordSchema(AUDIT_ACTIONS).describe('What was done.'),
    target: targetSchema.nullable().describe('Null if the action says it all, such as `sign_in`.'),
    details: detailsSchema,
    count: z
      .int()
      .describe(
        'How often within an hour. Above 1 only for `sign_in_failed`, `factor_failed`, `secret_shown`, `exported` and `refused`.',
      ),
  })
  .meta({ id: 'AuditEntry', description: 'Something that concerns who may do what.' });

export const AUDIT_COLUMNS = listAnswerColumns(auditEntrySchema);

export const presentAuditEntry = (entry: AuditRow): z.infer<typeof auditEntrySchema> => ({
  id: entry.id,
  at: toInstantText(entry.at),
  actor: { type: entry.actorType, name: entry.actorName },
  ip: entry.ip,
  action: entry.action,
  target: entry.target && { type: entry.target.type, id: entry.target.id, name: entry.target.name },
  details: {
    changed: entry.details.changed,
    role: entry.details.role,
    permissions: entry.details.permissions,
    lacked: entry.details.lacked,
  },
  count: entry.count,
});

const boundParameter = z
  .string()
  .refine(
    (text) => dateField.safeParse(text).success || instantParameter.safeParse(text).success,
    mustBe('a date in the form YYYY-MM-DD, or a timestamp with an offset'),
  )
  .transform((text) => (isStayDate(text) ? text : instantParameter.parse(text)))
  .optional();

export const auditFilters = {
  action: wordListParameter(AUDIT_ACTIONS),
  actor: requiredText(MAX_NAME_LENGTH)
    .optional()
    .describe('A name as entries show it, or the id of a member or a token.'),
  from: boundParameter.describe('Only what happened then or later. A date counts in the team’s time zone.'),
  to: boundParameter.describe('Only what happened then or earlier. A date is included.'),
};
export const auditQuery = z.object({ ...auditFilters, ...pageParameters });

export const toAuditRequest = ({
  action,
  ...others
}: Omit<z.infer<typeof auditQuery>, 'page' | 'per_page'>): AuditRequest => ({
  actions: action,
  actor: others.actor,
  from: others.from,
  to: others.to,
});

export const auditListAnswer = pageSchema(auditEntrySchema);
