import { findTeamRecord, type TeamRecord } from '../../../../db/queries/teams/teams.ts';
import { computeSiteKey } from '../../../../services/bookings/site-key.ts';
import { truncateToSecond } from '../../../../services/clock.ts';
import {
  beginHolding,
  type DeliveryQueue,
  type Held,
  isLeaseSure,
} from '../../../../services/deliveries/engine.ts';
import type { MailRecord } from '../../db/queries/mails.ts';
import {
  type LeasedMail,
  listDueMailsOfAnyTeam,
  releaseMailLease,
  renewMailLease,
  takeMailLease,
  updateLeasedMail,
} from '../../db/queries/sending.ts';
import { fillInLink } from '../rendering/page.ts';
import { findLink, hasGuestPage, keepRendered, toRendered } from '../show.ts';
import { formatStayCalendar } from '../stay-calendar.ts';
import { lookAgain } from './again.ts';
import type { DueMail, SendingDependencies } from './dependencies.ts';
import { type CountedOutcome, reportTrouble, settleMail } from './outcomes.ts';
import type { Pace } from './pace.ts';
import { settleRefusal, suppress } from './refused.ts';
import type { OutgoingMail } from './transport.ts';

/** More than may be sent at once, because other processes may take some of them. */
const LISTED = 10;

type HeldMail = Held & { readonly leased: LeasedMail; mail: MailRecord };

export function createTeamQueue(dependencies: SendingDependencies, pace: Pace): DeliveryQueue<DueMail> {
  const { db, inTeamTransaction, clock } = dependencies;
  return {
    async list() {
      const skippedTeams = pace.listFullTeams();
      const due = await listDueMailsOfAnyTeam(db, { now: clock(), limit: LISTED, skippedTeams });
      return due.map((mail) => ({ ...mail, account: null }));
    },

    async take({ teamId, id }, lease) {
      if (teamId === null) return null;
      const leased = { teamId, id, lease };
      const mail = await inTeamTransaction(teamId, (tx) => takeMailLease(tx, leased));
      if (!mail) return null;
      const held: HeldMail = { ...beginHolding(), leased, mail };
      return {
        held,
        renew: async () => {
          held.isOver ||= (await renewMailLease(db, leased)) === null;
        },
        deliver: () => tryMail(dependencies, held),
      };
    },
  };
}

async function tryMail(dependencies: SendingDependencies, held: HeldMail): Promise<void> {
  const { db, clock, transport, onResult } = dependencies;
  const { leased } = held;
  const team = await findTeamRecord(db, leased.teamId);
  if (!team) return;
  const again = await lookAgain(db, held.mail, team, clock());
  if ('obsolete' in again) {
    await updateLeasedMail(db, leased, { status: 'withdrawn', error: again.obsolete, nextAttemptAt: null });
    onResult('withdrawn');
    return;
  }
  held.mail = again.mail;
  const outgoing = await buildOutgoing(dependencies, again.mail, team);
  if (!isLeaseSure(held)) return;
  const outcome = await transport.send(outgoing);
  if (outcome.result === 'cut_off') await releaseMailLease(db, leased);
  else await storeOutcome(dependencies, held, outcome);
}

async function buildOutgoing(
  { db, keyring, mail: { publicUrl }, teamTexts, from }: SendingDependencies,
  mail: MailRecord,
  team: TeamRecord,
): Promise<OutgoingMail> {
  const hasLink = hasGuestPage(publicUrl, team);
  const stored = await keepRendered({ db, teamTexts }, mail, { hasLink, publicUrl });
  const key = mail.bookingId === null ? null : computeSiteKey(keyring, mail.bookingId);
  const { subject, text, html } = fillInLink(toRendered(stored), findLink(mail, publicUrl, team, key));
  const replyTo = team.mailReplyTo ?? team.contact?.email ?? null;
  const sender = team.mailFromName ?? team.name;
  return {
    messageId: mail.messageId,
    date: mail.createdAt,
    from: { name: sender, address: from },
    to: { name: mail.toName, address: mail.toEmail },
    replyTo,
    subject,
    text,
    html,
    calendar: formatStayCalendar(mail, { name: sender, address: replyTo ?? from }),
  };
}

async function storeOutcome(
  dependencies: SendingDependencies,
  { leased, mail }: HeldMail,
  outcome: CountedOutcome,
): Promise<void> {
  const { db, inTeamTransaction, clock, onTrouble, onResult } = dependencies;
  const now = truncateToSecond(clock());
  const refusal = outcome.result === 'refused' ? await settleRefusal(db, mail, outcome.meaning, now) : null;
  const { result, changes } = settleMail(outcome, mail, now, refusal?.isBlocked);
  const isStored = await updateLeasedMail(db, leased, { ...changes, ...refusal?.changes });
  if (isStored && refusal?.isBlocked && outcome.result === 'refused')
    await suppress(inTeamTransaction, mail, outcome.error, now);
  reportTrouble(outcome, onTrouble);
  onResult(result);
}
