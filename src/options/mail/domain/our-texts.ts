/** The default texts, written in the form in which a team replaces them (docs/rules.md, 25.3). */
import {
  LANGUAGES,
  type Language,
  type LanguageCode,
  languages,
} from '../../../domain/languages/languages.ts';
import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import type { MailText, MailValues } from './values.ts';

type OurTexts = Record<GuestMailKind, MailText> & {
  /** For a guest who has withdrawn a request. A team's own text for cancellations replaces this one, too. */
  withdrawn: MailText;
};

const CLOSE = `{{ team.name }}{% if team.phone %}
{{ team.phone }}{% endif %}{% if team.email %}
{{ team.email }}{% endif %}`;

const HOW_TO_PAY = '{% if booking.balance_due > 0 %}{{ team.payment_instructions }}{% endif %}';

function writeOurTexts({ mail }: Language): OurTexts {
  const write = (subject: string, ...paragraphs: string[]): MailText => ({
    subject,
    body: [mail.greeting, ...paragraphs, CLOSE].join('\n\n'),
  });

  /** The dates stand large in HTML: a line in italics within a heading is its small label. */
  const stay = `# ${mail.place}

## ${mail.arrivalDay}

## ${mail.departureDay}

- ${mail.nights}
- ${mail.guests}
- ${mail.code}`;

  /** A request owes nothing, so its balance is 0. */
  const stayWithTotal = `${stay}
- ${mail.total}{% if booking.balance_due > 0 %}
- ${mail.stillDue}{% endif %}`;

  const link = `{% if booking.link %}[${mail.seeBooking}]({{ booking.link }}){% endif %}`;
  const payLink = `{% if booking.payment_link %}[${mail.payOnline}]({{ booking.payment_link }}){% endif %}`;
  const address = `{% if listing.address %}${mail.address}{% endif %}`;

  const toPay = `{% if booking.balance_due > 0 %}### ${mail.toPay}

{% for payment in booking.payments %}- ${mail.payment}
{% endfor %}{% endif %}

{% if booking.security_deposit %}${mail.securityDeposit}{% endif %}

${HOW_TO_PAY}`;

  const arrival = `{% if listing.arrival %}### ${mail.yourArrival}

{{ listing.arrival }}{% endif %}`;

  const costs = `{% if booking.was != "pending" and booking.cancellation_fee == 0 %}${mail.cancelled.isFree}{% elsif booking.cancellation_fee > 0 %}${mail.cancelled.fee}{% endif %}{% if booking.refund_due > 0 %}
${mail.cancelled.refund}{% endif %}`;

  return {
    booking_requested: write(
      mail.requested.subject,
      mail.requested.thanks,
      stayWithTotal,
      `{% if booking.expires_at %}${mail.requested.kept}{% endif %}`,
      link,
    ),
    booking_confirmed: write(
      mail.confirmed.subject,
      mail.confirmed.opening,
      stayWithTotal,
      link,
      address,
      toPay,
      payLink,
      arrival,
    ),
    booking_changed: write(mail.changed.subject, mail.changed.opening, stayWithTotal, link, toPay, payLink),
    booking_cancelled: write(
      ifRequest(mail.declined.subject, mail.cancelled.subject),
      ifRequest(mail.declined.opening, mail.cancelled.opening),
      costs,
      toPay,
      payLink,
      stay,
      link,
    ),
    booking_expired: write(mail.expired.subject, mail.expired.opening, stay, mail.expired.again),
    payment_due: write(
      ifDue(mail.paymentDue.subjectNow, mail.paymentDue.subject),
      ifDue(
        ifCancelled(mail.paymentDue.ofFeeNow, mail.paymentDue.forStayNow),
        ifCancelled(mail.paymentDue.ofFee, mail.paymentDue.forStay),
      ),
      payLink,
      HOW_TO_PAY,
      stayWithTotal,
      link,
    ),
    payment_received: write(
      mail.paymentReceived.subject,
      `${mail.paymentReceived.opening}{% unless booking.balance_due > 0 %} ${mail.paymentReceived.nothingLeft}{% endunless %}`,
      stayWithTotal,
      link,
    ),
    before_arrival: write(
      mail.beforeArrival.subject,
      mail.beforeArrival.opening,
      stay,
      address,
      arrival,
      link,
      toPay,
      payLink,
    ),
    after_departure: write(mail.afterDeparture.subject, mail.afterDeparture.opening),
    withdrawn: write(mail.withdrawn.subject, mail.withdrawn.opening, stay, link),
  };
}

const ifRequest = (request: string, booking: string): string =>
  `{% if booking.was == "pending" %}${request}{% else %}${booking}{% endif %}`;

const ifDue = (now: string, later: string): string =>
  `{% if payment.is_due %}${now}{% else %}${later}{% endif %}`;

const ifCancelled = (cancelled: string, booked: string): string =>
  `{% if booking.status == "cancelled" %}${cancelled}{% else %}${booked}{% endif %}`;

const OUR_TEXTS = Object.fromEntries(
  LANGUAGES.map((code) => [code, writeOurTexts(languages[code])]),
) as Record<LanguageCode, OurTexts>;

export const findOurMailText = (kind: GuestMailKind, language: LanguageCode): MailText =>
  OUR_TEXTS[language][kind];

export const findOurMailTextFor = (
  kind: GuestMailKind,
  { booking }: MailValues,
  language: LanguageCode,
): MailText =>
  kind === 'booking_cancelled' && booking.was === 'pending' && booking.was_by_guest === true
    ? OUR_TEXTS[language].withdrawn
    : OUR_TEXTS[language][kind];
