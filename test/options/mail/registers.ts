import { randomUUID } from 'node:crypto';
import { requestPasswordReset } from '../../../src/options/mail/services/people/forgotten-password.ts';
import { createOwnServices } from '../../../src/options/mail/services/services.ts';
import { KEPT_MAIL } from '../../../src/options/mail/services/settings.ts';
import { deriveLinkSecret } from '../../../src/services/people/derived-secrets.ts';
import { day } from '../../helpers/factories.ts';
import { posting, refused, seen } from '../../registers/calls.ts';
import type { Undo } from '../../registers/entry.ts';
import type { Life, Lived, Own } from '../../registers/lived-in.ts';
import type { Registers, RouteCall } from '../../registers/registers.ts';
import { mailShown } from './shown.ts';

interface MailOwn {
  mail: string;
  suppression: string;
  account: string;
  personMail: string;
  resetSecret: string;
}

declare module '../../registers/lived-in.ts' {
  interface Own extends MailOwn {}
}

/** A member who has asked for a new password, and whose message was tried in vain. */
async function forgetPassword({ world: { db, services }, mark, teamId }: Life) {
  await requestPasswordReset({ ...services, ...createOwnServices(KEPT_MAIL) }, `tia.${mark}@example.com`);
  const {
    rows: [mail],
  } = await db.execute<{ account: string; id: string }>(`
    update person_mails set error = 'Error to person ${mark}', lease = '${randomUUID()}'
    where kind = 'password_reset' and person_id in (select person_id from memberships where team_id = ${teamId})
    returning account, id`);
  if (!mail) throw new Error('Nobody has asked for a new password.');
  const resetSecret = deriveLinkSecret(services.keyring, 'password_reset', mail.id);
  return { account: mail.account, personMail: mail.id, resetSecret };
}

/** Messages by a text of the team's own, one of which has failed and was kept, and an address that gets none. */
async function writeOnce({ world: { db }, client: { send, data, read }, mark, own: { booking } }: Life) {
  const suppressed = { email: `never.${mark}@example.com`, reason: `Suppressed ${mark}` };
  const { id: suppression } = await data(send('POST', '/mail-suppressions', suppressed), 201);
  const kind = 'booking_confirmed';
  await data(
    send('PUT', `/mail-texts/${kind}/en`, { subject: `Subject ${mark}`, body: `Body of a text ${mark}` }),
  );
  const rule = {
    kind,
    active: true,
    sources: ['booking_site', `channel:${mark}`],
    listings: [`loft-${mark}`],
  };
  await data(send('PUT', '/mail-rules', { rules: [rule, { kind: 'booking_requested', active: true }] }));
  const [mail] = await read('/mails');
  const { guest_id } = await read(`/bookings/${booking}`);
  const text = JSON.stringify({ subject: `Own subject ${mark}`, body: `Own body ${mark}` });
  await db.execute(`
    update mails set status = 'kept', next_attempt_at = null, own_text = '${text}', error = 'Mail error ${mark}', lease = '${randomUUID()}',
      booking_id = '${booking}', guest_id = '${guest_id}'
    where id = '${mail.id}'`);
  // Rendered and kept, as it is after it was sent or shown.
  await read(`/mails/${mail.id}`);
  return { mail: mail.id as string, suppression: suppression as string };
}

async function liveIn(life: Life): Promise<Lived<MailOwn>> {
  const reset = await forgetPassword(life);
  return { own: { ...reset, ...(await writeOnce(life)) }, secrets: [reset.resetSecret] };
}

/** Anybody may ask for it, and the row that is written belongs to the person. */
const forgetLastRequest: Undo = ({ db }) =>
  db.execute(`
    delete from person_mails
    where (account, id) in (select account, id from person_mails order by id desc limit 1)`);

/** A member's link to a new password. */
const WITH_RESET_LINK: RouteCall = {
  places: { 'path.mail': 'personMail', 'path.secret': 'resetSecret' },
};

const text = { subject: 'Swept', body: 'Swept', booking_id: '' };

const BEFORE_ARRIVAL = {
  kind: 'before_arrival',
  active: true,
  days: 2,
  hour: 9,
  sources: ['booking_site', 'channel:holidu'],
  listings: ['sea-loft'],
};
const EXPIRED = { kind: 'booking_expired', active: false };

const fileLists: Registers['fileLists'] = {
  mail_rules: {
    example: [BEFORE_ARRIVAL, EXPIRED],
    exported: [
      BEFORE_ARRIVAL,
      { ...EXPIRED, days: null, hour: null, sources: ['booking_site'], listings: null },
    ],
  },
  mail_texts: {
    example: [
      {
        kind: 'before_arrival',
        language: 'en',
        subject: 'See you on {{ booking.check_in | date }}',
        body: 'Dear {{ guest.name }},\n\nthe key is in the **blue** box.\n\n[Your booking]({{ booking.link }})',
      },
    ],
  },
  mail_suppressions: {
    example: [
      {
        id: '01970000-0000-7000-8000-000000000001',
        email: 'No.More@example.com',
        reason: 'Asked by phone.',
        created_at: '2026-11-01T10:00:00+00:00',
      },
    ],
  },
};

const makeThings: Registers['makeThings'] = async (_world, { send, data, read, book }) => {
  const kind = 'booking_confirmed';
  await data(send('PUT', '/mail-rules', { rules: [{ kind, active: true, sources: null }] }));
  const guest = { name: 'Bea', email: 'bea.mail@example.com' };
  await book({ check_in: day(200), check_out: day(202), guest });
  const suppressed = { email: 'nobody@example.com' };
  const { id: suppression } = await data(send('POST', '/mail-suppressions', suppressed), 201);
  const [mail] = await read('/mails');
  // A text of a message has no id: each team has one of each kind.
  return { mail: mail.id, suppression, kind, language: 'en' };
};

export const mailRegisters: Registers = {
  name: 'mail',
  startPage: 'messages',
  // The rules of the team.
  statementsOfBooking: 1,
  routes: {
    'GET /v1/mails': 'small',
    'POST /v1/bookings/:booking/mails': 'small',
    'GET /v1/mails/:mail': 'small',
    'POST /v1/mails/:mail/resend': 'small',
    'POST /v1/mails/:mail/withdraw': 'small',
    'GET /v1/mail-rules': 'small',
    // The team has this rule already.
    'PUT /v1/mail-rules': { body: { rules: [{ kind: 'booking_requested', active: true }] } },
    'GET /v1/mail-texts': 'small',
    'GET /v1/mail-texts/:kind/:language': 'small',
    'PUT /v1/mail-texts/:kind/:language': {
      load: 'text',
      body: { subject: 'Swept' },
      undo: (_world, { client }) => client.send('DELETE', '/mail-texts/booking_expired/en'),
    },
    'DELETE /v1/mail-texts/:kind/:language': 'small',
    'POST /v1/mail-texts/:kind/:language/preview': 'text',
    'GET /v1/mail-suppressions': 'small',
    'POST /v1/mail-suppressions': {
      body: (own: Own) => ({ email: `swept.${own.teamSlug}@example.com` }),
      undo: (_world, { client }, { body }) =>
        client.send('DELETE', `/mail-suppressions/${JSON.parse(body).data.id}`),
    },
    'DELETE /v1/mail-suppressions/:suppression': 'small',
    'POST /v1/public/:teamSlug/bookings/:confirmation_code/link': {
      places: { 'path.confirmation_code': 'siteCode' },
    },
    'GET /app/forgot-password': 'small',
    'POST /app/forgot-password': {
      places: { 'form.email': 'memberEmail' },
      form: { email: '' },
      formOf: ({ memberEmail }) => ({ email: memberEmail }),
      isCountedByAddress: true,
      status: 200,
      undo: forgetLastRequest,
    },
    'GET /app/new-password/:account/:mail/:secret': WITH_RESET_LINK,
    'POST /app/new-password/:account/:mail/:secret': {
      ...WITH_RESET_LINK,
      form: { password: 'a password that is new' },
    },
    'GET /app/teams/:team/messages/kinds': 'small',
    // A booking with its folio is read for the preview, after the list to choose it from, the places of the rule and
    // the team's languages.
    'GET /app/teams/:team/messages/kinds/:kind': { load: 'text', mostStatements: 13 },
    'POST /app/teams/:team/messages/kinds/:kind/rule': {
      load: 'text',
      form: { active: 'on', days: '', hour: '', sources: '', places: '', listings: '', seen },
      status: 422,
    },
    'POST /app/teams/:team/messages/kinds/:kind/preview': {
      load: 'text',
      places: { 'form.booking_id': 'booking' },
      form: text,
      formOf: ({ booking }) => ({ booking_id: booking }),
      status: 200,
    },
    'POST /app/teams/:team/messages/kinds/:kind/text': {
      load: 'text',
      places: { 'form.booking_id': 'booking' },
      form: { ...text, seen },
      status: 422,
    },
    'POST /app/teams/:team/messages/kinds/:kind/ours': refused({ seen }),
    'GET /app/teams/:team/messages': { query: { kind: '', status: '' } },
    'GET /app/teams/:team/messages/:mail': 'small',
    'POST /app/teams/:team/messages/:mail/resend': 'small',
    // The API has withdrawn it.
    'POST /app/teams/:team/messages/:mail/withdraw': { status: 422 },
    'GET /app/teams/:team/messages/suppressions': 'small',
    'POST /app/teams/:team/messages/suppressions': {
      places: { 'form.email': 'guestEmail' },
      form: { email: 'swept@example.com', reason: '' },
      undo: async (_world, { client, own }) => {
        for (const { id } of await client.read('/mail-suppressions'))
          if (id !== own.suppression) await client.send('DELETE', `/mail-suppressions/${id}`);
      },
    },
    // The API has deleted it.
    'POST /app/teams/:team/messages/suppressions/:suppression/delete': { status: 404 },
  },
  tables: {
    mails: {
      fixed: ['kind', 'language', 'status', 'calendar_method'],
      unfilled: ['payment_ids'],
      names: { booking_id: 'bookings', guest_id: 'guests' },
    },
    person_mails: {
      rowsOfTeam: `row.person_id in (select person_id from memberships where team_id = $team)
    or row.invitation_id in (select id from invitations where team_id = $team)`,
      fixed: ['kind', 'status'],
    },
    mail_rules: { fixed: ['kind'], names: { listing_ids: 'listings' } },
    mail_texts: { fixed: ['kind', 'language'] },
    failing_feed_notices: {},
    mail_suppressions: {},
  },
  own: {
    mail: { column: 'mails.id', fields: ['mail'] },
    suppression: { column: 'mail_suppressions.id', fields: ['suppression'] },
    account: { column: 'person_mails.account', fields: ['account'] },
    personMail: { column: 'person_mails.id' },
    resetSecret: { secret: 'with others' },
  },
  fixedParameters: { kind: 'booking_expired', language: 'en' },
  texts: ['subject', 'body'],
  fileLists,
  makers: {
    'POST /v1/mail-suppressions': async (inn) => ({
      send: posting(inn, '/mail-suppressions', { email: 'nobody@example.com' }),
      locate: ({ id }) => `/v1/mail-suppressions/${id}`,
    }),
  },
  tagged: {
    'list of rules about messages': async () => {
      const change = (sources: unknown) => ({ rules: [{ kind: 'booking_confirmed', sources }] });
      return { path: '/mail-rules', one: change(['airbnb']), other: change(['api']), bad: change(1) };
    },
    'text of a message': async () => ({
      path: '/mail-texts/booking_confirmed/en',
      one: { subject: 'One' },
      other: { subject: 'Other' },
      bad: { subject: 1 },
    }),
  },
  pools: {
    values: ({ mail, suppression }) => ({ mail: [mail], suppression: [suppression] }),
    learn: {
      createMailSuppression: ({ id }, _path, keep) => keep('suppression', id),
      listMails(data, _path, keep) {
        for (const { id } of data) keep('mail', id);
      },
    },
  },
  listValues: {
    'listMails status': ['kept', 'sent'],
    'listMails kind': ['booking_requested', 'booking_confirmed'],
  },
  withoutExample: ['mail'],
  liveIn,
  shown: mailShown,
  makeThings,
};
