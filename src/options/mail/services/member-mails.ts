/** The team cannot replace these texts. They are rendered when they are written (docs/rules.md, 25.9). */

import type { TeamEventRecord } from '../../../db/queries/events/team-events.ts';
import { findTeamRecord } from '../../../db/queries/teams/teams.ts';
import { listReadableMailKinds } from '../../../domain/access/mail-permissions.ts';
import { findMissingPermission, findPermissionsOfRole } from '../../../domain/access/permissions.ts';
import { foldCase } from '../../../domain/text/text.ts';
import type { SystemScope, WriteScope } from '../../../services/team-scope.ts';
import { noteFailingFeeds } from '../db/queries/failing-feeds.ts';
import type { MailRecord } from '../db/queries/mails.ts';
import { listSuppressedKeys } from '../db/queries/settings.ts';
import { type Audience, listAudiences } from './member-audiences.ts';
import {
  buildBookingMail,
  buildConflictMail,
  buildDifferenceMail,
  buildWebhookMail,
  findFeedsOf,
  type MemberMail,
  type PageAddress,
} from './member-texts.ts';
import { buildMail, SUPPRESSED } from './new-mail.ts';
import type { MailSettings } from './settings.ts';

type Scope = Pick<WriteScope<SystemScope>, 'tx' | 'teamId' | 'now'>;

/** How long the first feed that fails waits for others. */
const FAILING_FEEDS_WAIT_MS = 15 * 60_000;

const CAUSES: Partial<Record<string, 'booking' | 'conflict' | 'differs' | 'failing_feed' | 'webhook'>> = {
  'booking.created': 'booking',
  'booking.cancelled': 'booking',
  'calendar_feed.conflict': 'conflict',
  'calendar_feed.differs': 'differs',
  'calendar_feed.failed': 'failing_feed',
  'webhook.disabled': 'webhook',
};

/**
 * One for each member and thing that the member wants to hear of. Feeds that fail are only noted: one later
 * message names them all.
 */
export async function buildMemberMails(
  scope: Scope,
  settings: MailSettings,
  events: readonly TeamEventRecord[],
): Promise<MailRecord[]> {
  const byCause = Map.groupBy(events, ({ type }) => CAUSES[type] ?? 'none');
  const failing = byCause.get('failing_feed') ?? [];
  if (failing.length > 0)
    await noteFailingFeeds(scope.tx, scope.teamId, {
      feedIds: [...new Set(failing.map(({ data }) => String(data.feed_id)))],
      dueAt: new Date(scope.now.getTime() + FAILING_FEEDS_WAIT_MS),
    });
  const bookingEvents = (byCause.get('booking') ?? []).filter(({ actorType }) => actorType === 'site');
  const conflicts = byCause.get('conflict') ?? [];
  const differences = byCause.get('differs') ?? [];
  const webhooks = byCause.get('webhook') ?? [];
  if (bookingEvents.length + conflicts.length + differences.length + webhooks.length === 0) return [];
  const page = await findPageAddress(scope, settings);
  const feeds = await findFeedsOf(scope, [...conflicts, ...differences]);
  const mails: MailRecord[] = [];
  for (const { sees, ...audience } of await listAudiences(scope.tx, scope.teamId)) {
    const seesFeed = ({ data }: TeamEventRecord) => sees(feeds.get(String(data.feed_id))?.listingId);
    const built = await buildMails(scope, page, {
      bookings: bookingEvents.filter(({ data }) => sees(data.listing_id)),
      conflicts: conflicts.filter(seesFeed),
      differences: differences.filter(seesFeed),
      webhooks,
    });
    mails.push(...(await addressToMembers(scope, settings, audience, built)));
  }
  return mails;
}

type Causes = Record<'bookings' | 'conflicts' | 'differences' | 'webhooks', readonly TeamEventRecord[]>;

async function buildMails(
  scope: Scope,
  page: PageAddress,
  { bookings, conflicts, differences, webhooks }: Causes,
): Promise<MemberMail[]> {
  const built: (MemberMail | null)[] = [];
  for (const event of bookings) built.push(await buildBookingMail(scope, page, event));
  if (conflicts.length > 0) built.push(await buildConflictMail(scope, page, conflicts));
  if (differences.length > 0) built.push(await buildDifferenceMail(scope, page, differences));
  if (webhooks.length > 0) built.push(buildWebhookMail(page));
  return built.filter((mail) => mail !== null);
}

export async function findPageAddress(
  { tx, teamId }: Scope,
  { publicUrl }: MailSettings,
): Promise<PageAddress> {
  const team = await findTeamRecord(tx, teamId);
  return (pages, own) => {
    const page = pages.find(({ needs }) => findMissingPermission(needs, own) === null);
    return {
      button:
        publicUrl === null || page === undefined
          ? null
          : { link: `${publicUrl}/app/teams/${team?.slug ?? ''}/${page.path}`, words: page.words },
      house: team?.name ?? null,
    };
  };
}

export async function addressToMembers(
  { tx, teamId, now }: Scope,
  settings: MailSettings,
  { members }: Pick<Audience, 'members'>,
  memberMails: readonly MemberMail[],
): Promise<MailRecord[]> {
  if (memberMails.length === 0) return [];
  const suppressed = await listSuppressedKeys(
    tx,
    teamId,
    members.map(({ email }) => foldCase(email)),
  );
  return memberMails.flatMap(({ kind, bookingId, guestId, render }) =>
    members.flatMap((to) => {
      const own = findPermissionsOfRole(to.role, to.rolePermissions);
      const isWanted = to.mailKinds === null || to.mailKinds.includes(kind);
      if (!isWanted || !listReadableMailKinds(own).includes(kind)) return [];
      const { subject, text, html } = render(own);
      return {
        ...buildMail(settings, { teamId, kind, to, now }),
        ...(suppressed.has(foldCase(to.email)) ? SUPPRESSED : {}),
        bookingId,
        guestId,
        subject,
        plainText: text,
        html,
      };
    }),
  );
}
