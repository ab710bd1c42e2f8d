/** Tells members of calendar feeds that fail, by one message for all of a quarter of an hour (docs/rules.md, 25.9). */

import { truncateToSecond } from '../../../services/clock.ts';
import type { SystemDependencies } from '../../../services/team-scope.ts';
import { listNamedFeeds } from '../../calendars/db/queries/named-feeds.ts';
import {
  listTeamsWithFailingFeeds,
  lockFailingFeedNotices,
  settleFailingFeedNotices,
} from '../db/queries/failing-feeds.ts';
import { insertMails } from '../db/queries/mails.ts';
import { listAudiences } from './member-audiences.ts';
import { addressToMembers, findPageAddress } from './member-mails.ts';
import { buildFailingFeedsMail } from './member-texts.ts';
import type { MailSettings } from './settings.ts';

const TEAMS_AT_ONCE = 100;

type Dependencies = SystemDependencies & { mail: MailSettings };

export async function tellFailingFeeds(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  let teamIds: number[];
  do {
    const now = truncateToSecond(dependencies.clock());
    teamIds = await listTeamsWithFailingFeeds(dependencies.db, now, TEAMS_AT_ONCE);
    for (const teamId of teamIds) await tellTeam(dependencies, teamId, now);
  } while (teamIds.length === TEAMS_AT_ONCE && !signal.aborted);
}

const tellTeam = (
  { inTeamTransaction, mail: settings }: Dependencies,
  teamId: number,
  now: Date,
): Promise<void> =>
  inTeamTransaction(teamId, async (tx) => {
    const notices = await lockFailingFeedNotices(tx, teamId);
    if (!notices.some(({ dueAt }) => dueAt !== null && dueAt <= now)) return;
    const ids = notices.map(({ feedId }) => feedId);
    const feeds = await listNamedFeeds(tx, teamId, ids);
    const isTold = new Set(notices.filter(({ toldAt }) => toldAt !== null).map(({ feedId }) => feedId));
    const failing = feeds.filter(({ status }) => status === 'failing');
    const recovered = feeds.filter(({ id, status }) => status !== 'failing' && isTold.has(id));
    const failingIds = failing.map(({ id }) => id);
    const otherIds = ids.filter((id) => !failingIds.includes(id));
    await settleFailingFeedNotices(tx, teamId, { failingIds, otherIds, now });
    if (failing.length + recovered.length === 0) return;
    const scope = { tx, teamId, now };
    const page = await findPageAddress(scope, settings);
    for (const audience of await listAudiences(tx, teamId)) {
      const keepSeen = (some: typeof feeds) => some.filter(({ listingId }) => audience.sees(listingId));
      const seen = { failing: keepSeen(failing), recovered: keepSeen(recovered) };
      if (seen.failing.length + seen.recovered.length === 0) continue;
      const mail = buildFailingFeedsMail(page, seen);
      await insertMails(tx, await addressToMembers(scope, settings, audience, [mail]));
    }
  });
