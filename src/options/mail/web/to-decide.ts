import { dayAndDate, presentCount } from '../../../web/views/format.ts';
import { type Html, html } from '../../../web/views/html.ts';
import { type LinesToDecide, renderLinesToDecide } from '../../../web/views/to-decide.ts';
import { presentExactTime } from '../../../web/views/when.ts';
import {
  type BlockedGuest,
  type FailedMail,
  type MailTrouble,
  readMailTrouble,
  readUnreachedGuests,
} from '../services/trouble.ts';
import { MAIL_KIND_WORDS } from './words.ts';

export const mailsToDecide: readonly LinesToDecide[] = [
  {
    position: 10,
    read: async (scope, { base, zone }) => renderMailTrouble(base, await readMailTrouble(scope), zone),
  },
  {
    position: 40,
    async read(scope, { base, limit }) {
      const { failedMails, blockedGuests } = await readUnreachedGuests(scope, limit);
      return [
        ...renderLinesToDecide(
          failedMails,
          (mail) => renderFailedMail(base, mail),
          `${base}/messages?status=failed`,
        ),
        ...renderLinesToDecide(
          blockedGuests,
          (guest) => renderBlockedGuest(base, guest),
          `${base}/messages/suppressions`,
        ),
      ];
    },
  },
];

function renderMailTrouble(base: string, { stuck, members }: MailTrouble, zone: string): Html[] {
  const lines = members.map(
    ({ email }) =>
      html`Nothing is sent to the member <span class="name">${email}</span>, whose address is among the <a href="${base}/messages/suppressions">blocked ones</a>.`,
  );
  if (stuck === null) return lines;
  const since = html`<time datetime="${stuck.since.toISOString()}">${presentExactTime(stuck.since, zone)}</time>`;
  return [
    html`Messages have not left since ${since}: <a href="${base}/messages">${presentCount(stuck.messages, 'message')}</a>${stuck.error === null ? '' : html`. The last problem: <span class="name">${stuck.error}</span>`}`,
    ...lines,
  ];
}

const renderFailedMail = (base: string, mail: FailedMail): Html =>
  html`The message <a href="${base}/messages/${mail.id}">${MAIL_KIND_WORDS[mail.kind]}</a> to <span class="name">${mail.guestName}</span>, ${mail.confirmationCode}, could not be sent. Correct the address or send it again.`;

const renderBlockedGuest = (base: string, guest: BlockedGuest): Html =>
  html`<a class="name" href="${base}/bookings/${guest.bookingId}">${guest.guestName}</a>, who arrives on ${dayAndDate(guest.checkIn)}, gets no messages: <span class="name">${guest.email}</span> is among the <a href="${base}/messages/suppressions">blocked addresses</a>.`;
