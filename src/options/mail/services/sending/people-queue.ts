import { findInvitationById } from '../../../../db/queries/people/invitations.ts';
import { findMemberOfAnyTeamById } from '../../../../db/queries/people/members.ts';
import { findPersonById } from '../../../../db/queries/people/people.ts';
import { truncateToSecond } from '../../../../services/clock.ts';
import {
  beginHolding,
  type DeliveryQueue,
  type Held,
  isLeaseSure,
} from '../../../../services/deliveries/engine.ts';
import { deriveLinkSecret } from '../../../../services/people/derived-secrets.ts';
import { buildInvitationSecret, INVITATION_HOURS } from '../../../../services/people/invitations.ts';
import {
  type LeasedPersonMail,
  listDuePersonMailsOfAnyAccount,
  type PersonMailRecord,
  renewPersonMailLease,
  takePersonMailLease,
  updateLeasedPersonMail,
} from '../../db/queries/person-mails.ts';
import type { PersonMailKind } from '../../domain/kinds.ts';
import { RESET_MINUTES } from '../people/forgotten-password.ts';
import {
  renderFactorChanged,
  renderInvitation,
  renderPasswordChanged,
  renderPasswordReset,
} from '../people/texts.ts';
import type { RenderedMail } from '../rendering/page.ts';
import type { DueMail, SendingDependencies } from './dependencies.ts';
import { type CountedOutcome, reportTrouble, settleMail, withoutAddresses } from './outcomes.ts';

const LISTED = 10;
const MINUTE_MS = 60_000;
const SENDER = 'Innkeep';

type HeldMail = Held & { readonly leased: LeasedPersonMail; mail: PersonMailRecord };
type Content = { to: { name: string; address: string }; rendered: RenderedMail };

/** `isPaused` says that no more messages to people may be sent in this minute. */
export function createPeopleQueue(
  dependencies: SendingDependencies,
  isPaused: () => boolean,
): DeliveryQueue<DueMail> {
  const { db, clock, recentPersonMails } = dependencies;
  return {
    async list() {
      if (isPaused()) return [];
      const recent = [...recentPersonMails.values()].reverse();
      const due = await listDuePersonMailsOfAnyAccount(db, clock(), LISTED).catch((error: unknown) => {
        if (recent.length === 0) throw error;
        return [];
      });
      const keys = new Map([...recent, ...due].map((key) => [key.id, key]));
      return [...keys.values()].map((key) => ({ teamId: null, ...key }));
    },

    async take({ account, id }, lease) {
      if (account === null) return null;
      const leased = { account, id, lease };
      const mail = await db.transaction((tx) => takePersonMailLease(tx, leased));
      if (!mail) return null;
      recentPersonMails.delete(id);
      if (mail.nextAttemptAt !== null && mail.nextAttemptAt > clock()) {
        // Another process has tried it meanwhile.
        await updateLeasedPersonMail(db, leased, {});
        return null;
      }
      const held: HeldMail = { ...beginHolding(), leased, mail };
      return {
        held,
        renew: async () => {
          held.isOver ||= (await renewPersonMailLease(db, leased)) === null;
        },
        deliver: () => tryPersonMail(dependencies, held),
      };
    },
  };
}

async function tryPersonMail(dependencies: SendingDependencies, held: HeldMail): Promise<void> {
  const { db, transport, from } = dependencies;
  const { leased, mail } = held;
  const content = isTooLate(mail, dependencies.clock()) ? null : await buildContent(dependencies, mail);
  if (content === null) return withdraw(dependencies, held);
  if (!isLeaseSure(held)) return;
  const outcome = await transport.send({
    messageId: mail.messageId,
    date: mail.createdAt,
    from: { name: SENDER, address: from },
    to: content.to,
    replyTo: null,
    ...content.rendered,
    calendar: null,
  });
  if (outcome.result === 'cut_off') await updateLeasedPersonMail(db, leased, {});
  else await storeOutcome(dependencies, held, outcome);
}

/** Its link has expired or was made void. */
const isTooLate = ({ kind, createdAt, usedAt }: PersonMailRecord, now: Date): boolean =>
  kind === 'password_reset' &&
  (usedAt !== null || now.getTime() >= createdAt.getTime() + RESET_MINUTES * MINUTE_MS);

async function withdraw({ db, onResult }: SendingDependencies, { leased }: HeldMail): Promise<void> {
  await updateLeasedPersonMail(db, leased, { status: 'withdrawn', nextAttemptAt: null });
  onResult('withdrawn');
}

async function storeOutcome(
  { db, clock, onTrouble, onResult }: SendingDependencies,
  { leased, mail }: HeldMail,
  outcome: CountedOutcome,
): Promise<void> {
  const { result, changes } = settleMail(
    outcome,
    mail,
    truncateToSecond(clock()),
    outcome.result === 'refused' && outcome.meaning === 'no_such_address',
  );
  // The rows of messages to people contain no address.
  const error = changes.error === null ? null : withoutAddresses(changes.error);
  const isOver = changes.nextAttemptAt !== null && isTooLate(mail, changes.nextAttemptAt);
  const last = isOver ? ({ status: 'withdrawn', nextAttemptAt: null } as const) : {};
  await updateLeasedPersonMail(db, leased, { ...changes, error, ...last });
  reportTrouble(outcome, onTrouble);
  onResult(isOver ? 'withdrawn' : result);
}

/** Returns null if the message makes no sense any more. */
type ContentBuilder = (
  dependencies: SendingDependencies & { root: string },
  mail: PersonMailRecord,
) => Promise<Content | null>;

/** An installation that sends mail has set its public address. */
const buildContent = (dependencies: SendingDependencies, mail: PersonMailRecord): Promise<Content | null> =>
  BUILDERS[mail.kind]({ ...dependencies, root: `${dependencies.mail.publicUrl ?? ''}/app` }, mail);

const BUILDERS = {
  async password_reset({ db, keyring, root }, { account, id, personId }) {
    const person = personId === null ? null : await findMemberOfAnyTeamById(db, personId);
    if (person === null) return null;
    const link = `${root}/new-password/${account}/${id}/${deriveLinkSecret(keyring, 'password_reset', id)}`;
    return { to: toAddress(person), rendered: renderPasswordReset({ name: person.name, link }) };
  },
  async password_changed({ db, root }, { personId }) {
    const person = personId === null ? null : await findPersonById(db, personId);
    if (person === null) return null;
    const link = `${root}/forgot-password`;
    return { to: toAddress(person), rendered: renderPasswordChanged({ name: person.name, link }) };
  },
  async factor_changed({ db, root }, { personId }) {
    const person = personId === null ? null : await findPersonById(db, personId);
    if (person === null) return null;
    const link = `${root}/account`;
    return { to: toAddress(person), rendered: renderFactorChanged({ name: person.name, link }) };
  },
  async invitation({ db, clock, keyring, root }, { invitationId }) {
    const invitation = invitationId === null ? null : await findInvitationById(db, invitationId, clock());
    if (invitation === null) return null;
    const { id, name, team } = invitation;
    const link = `${root}/invitations/${buildInvitationSecret(keyring, id)}`;
    const rendered = renderInvitation({ name, link, team: team.name, hours: INVITATION_HOURS });
    return { to: toAddress(invitation), rendered };
  },
} satisfies Record<PersonMailKind, ContentBuilder>;

const toAddress = ({ name, email }: { name: string; email: string }) => ({ name, address: email });
