/** The default texts, written in the form in which a team replaces them. */
import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import type { MailText, MailValues } from './values.ts';

/** A unit type is named with its building: "Double room, in Pier House". */
const PLACE = '{{ listing.title }}{% if listing.building %}, in {{ listing.building }}{% endif %}';

/** The dates stand large in HTML: a line in italics within a heading is its small label. */
const DAYS = `## *Arrival, from {{ listing.check_in_time }}:* {{ booking.check_in | date: "%a %-d %B %Y" }}

## *Departure, until {{ listing.check_out_time }}:* {{ booking.check_out | date: "%a %-d %B %Y" }}`;

const STAY = `# ${PLACE}

${DAYS}

- Nights: {{ booking.nights }}
- Guests: {{ booking.number_of_guests }}
- Booking code: {{ booking.confirmation_code }}`;

/** A request owes nothing, so its balance is 0. */
const TOTAL = `- Total: {{ booking.grand_total | money }}{% if booking.balance_due > 0 %}
- Still due: {{ booking.balance_due | money }}{% endif %}`;

const LINK = '{% if booking.link %}[See your booking]({{ booking.link }}){% endif %}';
const PAY_LINK = '{% if booking.payment_link %}[Pay online]({{ booking.payment_link }}){% endif %}';
const ADDRESS = '{% if listing.address %}Address: {{ listing.address }}{% endif %}';

const HOW_TO_PAY = `{% if booking.balance_due > 0 %}{{ team.payment_instructions }}{% endif %}`;

const TO_PAY = `{% if booking.balance_due > 0 %}### To pay

{% for payment in booking.payments %}- {{ payment.amount | money }}{% if payment.due_on %}, due on {{ payment.due_on | date }}{% endif %}
{% endfor %}{% endif %}

${HOW_TO_PAY}`;

const ARRIVAL = `{% if listing.arrival %}### Your arrival

{{ listing.arrival }}{% endif %}`;

const CLOSE = `{{ team.name }}{% if team.phone %}
{{ team.phone }}{% endif %}{% if team.email %}
{{ team.email }}{% endif %}`;

const write = (subject: string, ...paragraphs: string[]): MailText => ({
  subject,
  body: ['Dear {{ guest.name }},', ...paragraphs, CLOSE].join('\n\n'),
});

const OUR_MAIL_TEXTS: Record<GuestMailKind, MailText> = {
  booking_requested: write(
    `Your request for ${PLACE}`,
    'Thank you for your request. It is not confirmed yet: we will answer as soon as we can. You pay nothing before that.',
    `${STAY}\n${TOTAL}`,
    '{% if booking.expires_at %}We keep the dates for you until {{ booking.expires_at | date }}.{% endif %}',
    LINK,
  ),
  booking_confirmed: write(
    `Your booking at ${PLACE} is confirmed`,
    'Your booking is confirmed. We look forward to your stay.',
    `${STAY}\n${TOTAL}`,
    LINK,
    ADDRESS,
    TO_PAY,
    PAY_LINK,
    ARRIVAL,
  ),
  booking_changed: write(
    'Your booking {{ booking.confirmation_code }} has changed',
    'Your booking has changed. This is how it stands now.',
    `${STAY}\n${TOTAL}`,
    LINK,
    TO_PAY,
    PAY_LINK,
  ),
  booking_cancelled: write(
    `{% if booking.was == "pending" %}Your request for ${PLACE}{% else %}Your booking {{ booking.confirmation_code }} is cancelled{% endif %}`,
    '{% if booking.was == "pending" %}We are sorry: we cannot take your request.{% else %}Your booking is cancelled.{% endif %}',
    `{% if booking.was != "pending" and booking.cancellation_fee == 0 %}The cancellation costs nothing.{% elsif booking.cancellation_fee > 0 %}The cancellation costs {{ booking.cancellation_fee | money }}.{% endif %}{% if booking.refund_due > 0 %}
You get {{ booking.refund_due | money }} back.{% endif %}`,
    TO_PAY,
    PAY_LINK,
    STAY,
    LINK,
  ),
  booking_expired: write(
    `Your request for ${PLACE} has expired`,
    'Your request was not confirmed in time, and the dates are free again.',
    STAY,
    'If you would still like to come, please ask again.',
  ),
  payment_due: write(
    'A payment for {{ booking.confirmation_code }} is due on {{ payment.due_on | date }}',
    '{{ payment.amount | money }} {% if booking.status == "cancelled" %}of the cancellation fee{% else %}for your stay{% endif %} is due on {{ payment.due_on | date }}.',
    PAY_LINK,
    HOW_TO_PAY,
    `${STAY}\n${TOTAL}`,
    LINK,
  ),
  payment_received: write(
    'We have received {{ payment.amount | money }}',
    'Thank you: we have received {{ payment.amount | money }} for your stay.{% unless booking.balance_due > 0 %} Nothing is left to pay.{% endunless %}',
    `${STAY}\n${TOTAL}`,
    LINK,
  ),
  before_arrival: write(
    `Your stay at ${PLACE} begins on {{ booking.check_in | date }}`,
    'Your stay is near. This is what you need to arrive.',
    STAY,
    ADDRESS,
    ARRIVAL,
    LINK,
    TO_PAY,
    PAY_LINK,
  ),
  after_departure: write(
    `Thank you for staying at ${PLACE}`,
    'Thank you for your stay. We hope that you enjoyed it, and would be glad to see you again.',
  ),
};

/** For a guest who has withdrawn a request. A team's own text for cancellations replaces this one, too. */
const WITHDRAWN_TEXT = write(
  `You have withdrawn your request for ${PLACE}`,
  'You have withdrawn your request. The dates are free again.',
  STAY,
  LINK,
);

export const findOurMailText = (kind: GuestMailKind): MailText => OUR_MAIL_TEXTS[kind];

export const findOurMailTextFor = (kind: GuestMailKind, { booking }: MailValues): MailText =>
  kind === 'booking_cancelled' && booking.was === 'pending' && booking.was_by_guest === true
    ? WITHDRAWN_TEXT
    : OUR_MAIL_TEXTS[kind];
