import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS, type AuditDetails, type AuditTarget } from '../../domain/access/audit.ts';
import { ACTOR_TYPES } from '../../domain/vocabulary.ts';
import { id, instant, isOneOfWords, teamId, text, word } from './columns.ts';
import { teams } from './teams.ts';

/** A team's log (docs/rules.md, 27.20): who has signed in, what has changed about access, and who was refused. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    at: instant('at').notNull(),
    action: word('action', AUDIT_ACTIONS).notNull(),
    actorType: word('actor_type', ACTOR_TYPES).notNull(),
    /** Of the membership or the token. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    /** Cleared long before the entry is deleted (`services/jobs/sweep.ts`). */
    ip: text('ip'),
    target: jsonb('target').$type<AuditTarget>(),
    details: jsonb('details').$type<AuditDetails>().notNull(),
    count: integer('count').notNull(),
    /** What happens again under the same key is counted (`buildCountKey`). */
    countKey: text('count_key'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('audit_entries_count_key').on(table.teamId, table.countKey),
    index('audit_entries_time_idx').on(table.teamId, table.at, table.id),
    index('audit_entries_action_idx').on(table.teamId, table.action, table.at, table.id),
    index('audit_entries_actor_idx').on(table.teamId, table.actorId, table.at, table.id),
    index('audit_entries_actor_name_idx').on(table.teamId, table.actorName, table.at, table.id),
    index('audit_entries_age_idx').on(table.at),
    index('audit_entries_address_age_idx').on(table.at).where(sql`ip is not null`),
    // No check of the actions, as for the types of events.
    check('audit_entries_actor_known', isOneOfWords('actor_type', ACTOR_TYPES)),
    check('audit_entries_count_from_one', sql`count >= 1`),
  ],
);
