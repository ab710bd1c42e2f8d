import { isDeepStrictEqual } from 'node:util';
import { assignPositions } from '../../../db/queries/events/feed.ts';
import { lockTeam } from '../../../db/queries/teams/teams.ts';
import type { AuditTarget } from '../../../domain/access/audit.ts';
import { listFieldNames } from '../../../domain/field-names.ts';
import { MAX_WEBHOOKS_OF_TEAM } from '../../../domain/limits.ts';
import type { PageRequest } from '../../../domain/page.ts';
import { requireEventTypes } from '../../../services/access/access.ts';
import { noteAuditEntry, recordAuditEntry } from '../../../services/access/audit.ts';
import { type EntryColumns, listChangedColumns, mergeEntry } from '../../../services/catalogue/rows.ts';
import { Invalid, NotFound, throwIfAnyMessages } from '../../../services/errors.ts';
import type { FieldMessages } from '../../../services/field-messages.ts';
import { withSealedAnswer } from '../../../services/keys/sealed-answers.ts';
import { newId } from '../../../services/new-id.ts';
import type { ReadScope, TeamScope } from '../../../services/team-scope.ts';
import {
  type ConditionalOptions,
  requireVersion,
  type WriteOptions,
  write,
} from '../../../services/write.ts';
import {
  addBacklogToWebhook,
  countWebhooks,
  deleteWebhookRows as deleteStored,
  insertWebhook,
  lockWebhook,
  makePendingDue,
  listDisabledWebhooks as selectDisabledWebhooks,
  findWebhook as selectWebhook,
  listWebhooks as selectWebhooks,
  updateWebhook,
  type WebhookRecord,
  type WebhookRow,
} from '../db/queries/webhooks.ts';
import { createWebhookSecret, openWebhookSecret, sealWebhookSecret } from './secrets.ts';

export type { WebhookRow as Webhook };

/** In the log. Not its address, which may hold a secret. */
export const toWebhookTarget = ({ id, description }: WebhookRecord): AuditTarget => ({
  type: 'webhook',
  id,
  name: description,
});

/** Oldest first. */
export const listWebhooks = ({ db, teamId }: ReadScope, page: PageRequest) =>
  selectWebhooks(db, teamId, page);

export const findWebhook = ({ db, teamId }: ReadScope, id: string) => selectWebhook(db, teamId, id);

export const listDisabledWebhooks = ({ db, teamId }: ReadScope, limit: number) =>
  selectDisabledWebhooks(db, teamId, limit);

/** Null if the webhook does not exist. */
export async function showWebhookSecret(scope: TeamScope, id: string): Promise<string | null> {
  const webhook = await findWebhook(scope, id);
  if (webhook) noteAuditEntry(scope, { action: 'secret_shown', target: toWebhookTarget(webhook) });
  return webhook && openWebhookSecret(scope.keyring, webhook);
}

/** Only the service sets these. */
type KeptColumn =
  | 'teamId'
  | 'id'
  | 'status'
  | 'disabledReason'
  | 'ciphertext'
  | 'keyId'
  | 'previousCiphertext'
  | 'previousKeyId'
  | 'previousUntil'
  | 'position'
  | 'round'
  | 'replayedAt'
  | 'lease'
  | 'leasedUntil'
  | 'nextAttemptAt'
  | 'lastSuccessAt'
  | 'failingSince'
  | 'createdAt'
  | 'updatedAt';
type OwnColumns = Omit<WebhookRecord, KeptColumn>;
type NewWebhookColumns = EntryColumns<OwnColumns> & Pick<OwnColumns, 'url'>;
export type WebhookChange = Partial<EntryColumns<OwnColumns>> & {
  /** A change may set `disabled` only if the webhook is disabled already. */
  status?: WebhookRecord['status'] | undefined;
};
export type NewWebhook = { webhook: WebhookRow; secret: string };

const STATUS_NOT_ALLOWED: FieldMessages = {
  status: [{ code: 'not_allowed', predicate: 'must be one of active, paused.' }],
};
const TOO_MANY: FieldMessages = {
  url: [{ code: 'limit', sentence: `A team can have ${MAX_WEBHOOKS_OF_TEAM} webhooks.` }],
};

/**
 * Gets the events that are committed from now on. `urlMessages` say why the service must not call the
 * address: they are used after the idempotency key was looked up, so that a repeated request gets its stored
 * answer even if the host name resolves differently now.
 */
export async function createWebhook(
  scope: TeamScope,
  columns: NewWebhookColumns,
  urlMessages: FieldMessages,
  options: WriteOptions<NewWebhook> = {},
): Promise<NewWebhook> {
  const { keyring } = scope;
  return write(scope, withSealedAnswer(scope, options), async (scope) => {
    const { tx, teamId, now, access } = scope;
    throwIfAnyMessages(urlMessages);
    requireEventTypes(access, columns.types ?? null);
    await lockTeam(tx, teamId);
    if ((await countWebhooks(tx, teamId)) >= MAX_WEBHOOKS_OF_TEAM) throw new Invalid(TOO_MANY);

    const id = newId();
    const secret = createWebhookSecret();
    const webhook: WebhookRecord = {
      teamId,
      id,
      ...mergeEntry<OwnColumns>({}, undefined, columns),
      status: 'active',
      disabledReason: null,
      ...sealWebhookSecret(keyring, { teamId, id }, secret),
      previousCiphertext: null,
      previousKeyId: null,
      previousUntil: null,
      position: await assignPositions(tx, teamId),
      round: 1,
      replayedAt: null,
      lease: null,
      leasedUntil: null,
      nextAttemptAt: null,
      lastSuccessAt: null,
      failingSince: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertWebhook(tx, webhook);
    await recordAuditEntry(scope, { action: 'webhook_created', target: toWebhookTarget(webhook) });
    return { webhook: { ...webhook, behind: 0 }, secret };
  });
}

/**
 * A paused or disabled webhook keeps its position in the feed, so it misses no event. One that becomes active
 * again tries all outstanding deliveries at once.
 */
export async function changeWebhook(
  scope: TeamScope,
  id: string,
  { change, urlMessages }: { change: WebhookChange; urlMessages: FieldMessages },
  options: ConditionalOptions<WebhookRow> = {},
): Promise<WebhookRow> {
  return write(scope, options, async (scope) => {
    const { tx, teamId, now, access } = scope;
    throwIfAnyMessages(urlMessages);
    const webhook = await lockWebhook(tx, teamId, id);
    if (!webhook) throw new NotFound();
    await requireVersion(options, () => addBacklogToWebhook(tx, webhook));
    if (change.status === 'disabled' && webhook.status !== 'disabled') throw new Invalid(STATUS_NOT_ALLOWED);

    const { status = webhook.status, ...columns } = change;
    const fields = { ...mergeEntry<Partial<OwnColumns>>({}, webhook, columns), status };
    if (isDeepStrictEqual({ ...webhook, ...fields }, webhook)) return addBacklogToWebhook(tx, webhook);
    // Another address would get the events of the types that it has already.
    requireEventTypes(access, webhook.types);
    if (fields.types !== undefined) requireEventTypes(access, fields.types);
    const isRevived = status === 'active' && webhook.status !== 'active';
    const changes = {
      ...fields,
      ...(status === 'disabled' ? {} : { disabledReason: null }),
      ...(isRevived ? { failingSince: null, nextAttemptAt: now } : {}),
      updatedAt: now,
    };
    if (isRevived) await makePendingDue(tx, teamId, id, now);
    await updateWebhook(tx, teamId, id, changes);
    const changed = listFieldNames(listChangedColumns(webhook, { ...webhook, ...fields }));
    const target = toWebhookTarget(webhook);
    await recordAuditEntry(scope, { action: 'webhook_changed', target, details: { changed } });
    return addBacklogToWebhook(tx, { ...webhook, ...changes });
  });
}

export const deleteWebhook = (
  scope: TeamScope,
  id: string,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    const webhook = await deleteStored(tx, teamId, id);
    if (!webhook) throw new NotFound();
    await recordAuditEntry(scope, { action: 'webhook_deleted', target: toWebhookTarget(webhook) });
  });
