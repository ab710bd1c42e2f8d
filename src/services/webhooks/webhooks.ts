import { giveAllPositions } from '../../db/queries/events/feed.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { makeRoom } from '../../db/queries/webhooks/webhook-work.ts';
import {
  countWebhooks,
  deletePendingAfter,
  deleteWebhook,
  findReached,
  findWebhook,
  insertDeliveries,
  insertWebhook,
  listUnrecorded,
  listWebhooks,
  lockWebhook,
  makePendingDue,
  updateWebhook,
  type WebhookRecord,
  type WebhookRow,
  withBehind,
} from '../../db/queries/webhooks/webhooks.ts';
import { MAX_REPLAYS_PER_HOUR, MAX_WEBHOOKS } from '../../domain/limits.ts';
import { Invalid, NotFound, TooManyRequests } from '../errors.ts';
import { type FieldMessages, hasMessages, mergeMessages } from '../field-messages.ts';
import type { Keyring } from '../keys/keyring.ts';
import { withSealedAnswer } from '../keys/sealed-answers.ts';
import { newId } from '../new-id.ts';
import type { Outbound } from '../outbound/guard.ts';
import { urlProblems } from '../outbound/url-problems.ts';
import { type Page, type PageRequest, sliceOf } from '../page.ts';
import { type WriteCall, type WriteContext, type WriteDependencies, write } from '../write.ts';
import { newDelivery } from './new-delivery.ts';
import { newSecret, openSecret, rotatedSecret, sealedSecret } from './secrets.ts';

export type { WebhookRow as Webhook };
export type WebhookFields = { url: string; types: string[] | null; description: string | null };
export type WebhookChange = { [Field in keyof WebhookFields]?: WebhookFields[Field] | undefined } & {
  /** `disabled` only if it already is. */
  status?: WebhookRecord['status'] | undefined;
};
export type NewWebhook = { webhook: WebhookRow; secret: string };

export type WebhookDependencies = WriteDependencies & { keyring: Keyring; outbound: Outbound };

/** The addresses to which a team's events are delivered (docs/rules.md, 17). */
export function createWebhookService(dependencies: WebhookDependencies) {
  const { db, keyring } = dependencies;
  return {
    findWebhook: (teamId: number, id: string): Promise<WebhookRow | null> => findWebhook(db, teamId, id),

    /** Oldest first. */
    listWebhooks: (teamId: number, page: PageRequest): Promise<Page<WebhookRow>> =>
      listWebhooks(db, teamId, sliceOf(page)),

    /** The address is looked up before the transaction, so that nothing is locked while a name server answers. */
    async createWebhook(call: WriteCall<NewWebhook>, fields: WebhookFields): Promise<NewWebhook> {
      const problems = await urlProblems(dependencies, fields.url);
      return write(dependencies, withSealedAnswer(keyring, call), (context) =>
        create(context, keyring, fields, problems),
      );
    },

    async changeWebhook(call: WriteCall<WebhookRow>, id: string, change: WebhookChange): Promise<WebhookRow> {
      const problems = await urlProblems(dependencies, change.url ?? null);
      return write(dependencies, call, (context) => changeStored(context, id, change, problems));
    },

    deleteWebhook: (call: WriteCall<void>, id: string): Promise<void> =>
      write(dependencies, call, async ({ tx, writer: { teamId } }) => {
        if (!(await deleteWebhook(tx, teamId, id))) throw new NotFound();
      }),

    showSecret: (webhook: WebhookRow): string => openSecret(keyring, webhook),

    /** Makes a new secret. For a day, deliveries are also signed with the previous one. */
    rotateSecret: (call: WriteCall<string>, id: string): Promise<string> =>
      write(dependencies, withSealedAnswer(keyring, call), async ({ tx, writer: { teamId }, now }) => {
        const webhook = await lockWebhook(tx, teamId, id);
        if (!webhook) throw new NotFound();
        const secret = newSecret();
        await updateWebhook(tx, teamId, id, {
          ...rotatedSecret(keyring, webhook, secret, now),
          updatedAt: now,
        });
        return secret;
      }),

    /** Sets the webhook back to a position of the feed. Everything after it is delivered again, with new deliveries. */
    replay: (call: WriteCall<WebhookRow>, id: string, after: number): Promise<WebhookRow> =>
      write(dependencies, call, (context) => replay(context, id, after)),
  };
}

const HOUR_MS = 3_600_000;
const NOT_THERE_YET = 'The after field must not be after the position that the webhook has reached.';
const NOT_BY_CALLERS: FieldMessages = { status: ['The status field must be one of active, paused.'] };
const TOO_MANY: FieldMessages = { url: [`A team can have ${MAX_WEBHOOKS} webhooks.`] };

/** A new webhook follows the feed from this moment: every event that is committed by now is before its position. */
async function create(
  { tx, writer: { teamId }, now }: WriteContext,
  keyring: Keyring,
  fields: WebhookFields,
  problems: FieldMessages,
): Promise<NewWebhook> {
  await lockTeam(tx, teamId);
  const isFull = (await countWebhooks(tx, teamId)) >= MAX_WEBHOOKS;
  const all = mergeMessages(problems, isFull ? TOO_MANY : {});
  if (hasMessages(all)) throw new Invalid(all);

  const id = newId();
  const secret = newSecret();
  const webhook: WebhookRecord = {
    teamId,
    id,
    ...fields,
    status: 'active',
    disabledReason: null,
    ...sealedSecret(keyring, { teamId, id }, secret),
    previousCiphertext: null,
    previousKeyId: null,
    previousUntil: null,
    position: await giveAllPositions(tx, teamId),
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
  return { webhook: { ...webhook, behind: 0 }, secret };
}

/** A paused or disabled webhook keeps its place. Active again, it tries at once all that is outstanding. */
async function changeStored(
  { tx, writer: { teamId }, now }: WriteContext,
  id: string,
  change: WebhookChange,
  problems: FieldMessages,
): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, teamId, id);
  if (!webhook) throw new NotFound();
  const isDisabling = change.status === 'disabled' && webhook.status !== 'disabled';
  const all = { ...problems, ...(isDisabling ? NOT_BY_CALLERS : {}) };
  if (hasMessages(all)) throw new Invalid(all);

  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const wanted: WebhookRecord = { ...webhook, ...given };
  const isRevived = wanted.status === 'active' && webhook.status !== 'active';
  const isDifferent = Object.entries(given).some(
    ([field, value]) => JSON.stringify(webhook[field as keyof WebhookRecord]) !== JSON.stringify(value),
  );
  if (!isDifferent) return withBehind(tx, webhook);
  const changes = {
    url: wanted.url,
    types: wanted.types,
    description: wanted.description,
    status: wanted.status,
    ...(wanted.status === 'disabled' ? {} : { disabledReason: null }),
    ...(isRevived ? { failingSince: null, nextAttemptAt: now } : {}),
    updatedAt: now,
  };
  if (isRevived) await makePendingDue(tx, teamId, id, now);
  await updateWebhook(tx, teamId, id, changes);
  return withBehind(tx, { ...webhook, ...changes });
}

async function replay(
  { tx, writer: { teamId }, now }: WriteContext,
  id: string,
  after: number,
): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, teamId, id);
  if (!webhook) throw new NotFound();
  if (after > (await findReached(tx, webhook))) throw new Invalid({ after: [NOT_THERE_YET] });
  const recent = (webhook.replayedAt ?? []).filter((at) => Date.parse(at) > now.getTime() - HOUR_MS);
  const [first] = recent.slice(-MAX_REPLAYS_PER_HOUR);
  if (first !== undefined && recent.length >= MAX_REPLAYS_PER_HOUR) {
    const retryAfterSeconds = Math.ceil((Date.parse(first) + HOUR_MS - now.getTime()) / 1_000);
    throw new TooManyRequests(
      `A webhook can be replayed ${MAX_REPLAYS_PER_HOUR} times an hour.`,
      retryAfterSeconds,
    );
  }
  const changes = {
    position: after,
    round: webhook.round + 1,
    replayedAt: [...recent, now.toISOString()],
    updatedAt: now,
  };
  await deletePendingAfter(tx, teamId, id, after);
  // Their outcomes belong to the round that ends here, so nobody would try again what fails.
  const unrecorded = await listUnrecorded(tx, webhook, after);
  await makeRoom(tx, webhook, unrecorded.length);
  await insertDeliveries(
    tx,
    unrecorded.map((event) => newDelivery(webhook, event, { round: changes.round, now })),
  );
  const due = unrecorded.length > 0 ? { nextAttemptAt: now } : {};
  await updateWebhook(tx, teamId, id, { ...changes, ...due });
  return withBehind(tx, { ...webhook, ...changes });
}
