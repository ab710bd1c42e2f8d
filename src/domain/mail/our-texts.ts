/** The default texts of messages, in English, written in the form in which a team replaces them. */
import type { GuestMailKind } from './kinds.ts';
import type { MailText, MailValues } from './values.ts';

const STAY = `**{{ listing.title }}**

- Arrival: {{ booking.check_in | date }}, from {{ listing.check_in_time }}
- Departure: {{ booking.check_out | date }}, until {{ listing.check_out_time }}
- Nights: {{ booking.nights }}
- Guests: {{ booking.number_of_guests }}
- Booking code: {{ booking.confirmation_code }}`;

const TOTAL = `- Total: {{ booking.grand_total | money }}
- Still due: {{ booking.balance_due | money }}`;

const LINK = '{% if booking.link %}[See your booking]({{ booking.link }}){% endif %}';

const CLOSE = `{{ team.name }}{% if team.email %}
{{ team.email }}{% endif %}{% if team.phone %}
{{ team.phone }}{% endif %}`;

const write = (subject: string, ...paragraphs: string[]): MailText => ({
  subject,
  body: ['Dear {{ guest.name }},', ...paragraphs, CLOSE].join('\n\n'),
});

const OUR_MAIL_TEXTS: Record<GuestMailKind, MailText> = {
  booking_requested: write(
    'Your request for {{ listing.title }}',
    'Thank you for your request. It is not confirmed yet: we will answer as soon as we can.',
    `${STAY}\n${TOTAL}`,
    '{% if booking.expires_at %}We keep the dates for you until {{ booking.expires_at | date }}.{% endif %}',
    LINK,
  ),
  booking_confirmed: write(
    'Your booking at {{ listing.title }} is confirmed',
    'Your booking is confirmed. We look forward to your stay.',
    `${STAY}\n${TOTAL}`,
    '{% if listing.address %}Address: {{ listing.address }}{% endif %}',
    LINK,
  ),
  booking_changed: write(
    'Your booking {{ booking.confirmation_code }} has changed',
    'Your booking has changed. This is how it stands now.',
    `${STAY}\n${TOTAL}`,
    LINK,
  ),
  booking_cancelled: write(
    '{% if booking.was == "pending" %}Your request for {{ listing.title }}{% else %}Your booking {{ booking.confirmation_code }} is cancelled{% endif %}',
    '{% if booking.was == "pending" %}We are sorry: we cannot take your request.{% else %}Your booking is cancelled.{% endif %}',
    STAY,
    LINK,
  ),
  booking_expired: write(
    'Your request for {{ listing.title }} has expired',
    'Your request was not confirmed in time, and the dates are free again.',
    STAY,
    'If you would still like to come, please ask again.',
  ),
  payment_due: write(
    'A payment for {{ booking.confirmation_code }} is due on {{ payment.due_on | date }}',
    '{{ payment.amount | money }} {% if booking.status == "cancelled" %}of the cancellation fee{% else %}for your stay{% endif %} is due on {{ payment.due_on | date }}.',
    `${STAY}\n${TOTAL}`,
    LINK,
  ),
  payment_received: write(
    'We have received {{ payment.amount | money }}',
    'Thank you: we have received {{ payment.amount | money }} for your stay.',
    `${STAY}\n${TOTAL}`,
    LINK,
  ),
  before_arrival: write(
    'Your stay at {{ listing.title }} begins on {{ booking.check_in | date }}',
    'Your stay is near. This is what you need to arrive.',
    STAY,
    '{% if listing.address %}Address: {{ listing.address }}{% endif %}',
    LINK,
  ),
  after_departure: write(
    'Thank you for staying at {{ listing.title }}',
    'Thank you for your stay. We hope that you enjoyed it, and would be glad to see you again.',
  ),
};

/**
 * The default text of the message to a guest who has withdrawn a booking request. A team's own text for
 * cancellations also replaces the default text for withdrawals.
 */
const WITHDRAWN_TEXT = write(
  'You have withdrawn your request for {{ listing.title }}',
  'You have withdrawn your request. The dates are free again.',
  STAY,
  LINK,
);

export const findOurMailText = (kind: GuestMailKind): MailText => OUR_MAIL_TEXTS[kind];

/** The default text of a kind of message. */
export const findOurMailTextFor = (kind: GuestMailKind, { booking }: MailValues): MailText =>
  kind === 'booking_cancelled' && booking.was === 'pending' && booking.was_by_guest === true
    ? WITHDRAWN_TEXT
    : OUR_MAIL_TEXTS[kind];
