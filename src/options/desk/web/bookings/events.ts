import type { ChosenExtra } from '../../../../domain/pricing/extras.ts';
import type { PriceAgreement } from '../../../../domain/vocabulary.ts';
import type { BookingEvent } from '../../../../services/bookings/read.ts';
import { dateWithYear, presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import type { PresentMoment } from '../../../../web/views/when.ts';
import { ACTOR_WORDS, AGREED_WORDS, EVENT_WORDS } from '../../../../web/views/words.ts';
import { presentExtrasInWords } from './extras.ts';
import { presentPartyInWords } from './party.ts';

const FIELD_WORDS: Readonly<Record<string, string>> = {
  check_in: 'Arrival',
  check_out: 'Departure',
  number_of_guests: 'Guests',
  party: 'Party',
  extras: 'Extras',
  listing_id: 'Place',
  unit_id: 'Unit',
  unit_pinned: 'Keeps its unit',
  because: 'To make room for',
  accommodation_total: 'Nights',
  discount_total: 'Discounts',
  fees_total: 'Fees',
  taxes_total: 'Taxes',
  price_agreed: 'Agreed price',
  adjustments: 'Lines by hand',
  adjustment: 'Extra line',
  grand_total: 'Total',
  coupon_code: 'Coupon',
  notes: 'Notes',
  special_requests: 'Requests',
  external_reference: 'Reference',
  custom_fields: 'Own fields',
  guest: 'Guest',
  override_rules: 'Without the rules',
  reason: 'Reason',
  expires_at: 'Held until',
};
/** Ids mean nothing to a reader. */
const IDS = new Set(['payment', 'invoice', 'security_deposit']);

type Place = {
  currency: string;
  presentMoment: PresentMoment;
  unitNames: ReadonlyMap<string, string>;
  listingNames: ReadonlyMap<string, string>;
};

export const listIdsInEvents = (events: readonly BookingEvent[], field: 'unit_id' | 'listing_id'): string[] =>
  events.flatMap(({ details }) => [details?.[field]].flat().filter((id) => typeof id === 'string'));

export const renderEventList = (
  events: readonly BookingEvent[],
  place: Place,
): Html => html`<ol class="events">
${events.map(
  ({ type, actorType, actorName, createdAt, details }) =>
    html`<li><p><strong>${EVENT_WORDS[type]}</strong> <span class="faint">by</span> <span class="name">${actorName ?? ACTOR_WORDS[actorType]}</span></p>
<p class="faint"><time datetime="${createdAt.toISOString()}">${place.presentMoment(createdAt)}</time></p>
${renderDetails(details ?? {}, place)}</li>`,
)}
</ol>`;

function renderDetails(details: Readonly<Record<string, unknown>>, place: Place): Html {
  const items = Object.entries(details)
    // They are shown one by one, and not as one line too.
    .filter(([field]) => field !== 'adjustment' || details.adjustments === undefined)
    .toSorted(compareFields)
    .flatMap(([field, value]) => {
      const text = presentFieldText(field, value, place);
      return text === '' ? [] : [html`<li><span class="faint">${findFieldLabel(field)}</span> ${text}</li>`];
    });
  return items.length === 0 ? EMPTY_HTML : html`<ul class="details">${items}</ul>`;
}

const ORDER = Object.keys(FIELD_WORDS);

/** In a fixed order, because PostgreSQL does not keep that of an event's fields. */
const compareFields = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  placeInOrder(a) - placeInOrder(b);

const placeInOrder = (field: string): number => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length);

const findFieldLabel = (field: string): string =>
  FIELD_WORDS[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`;

function presentFieldText(field: string, value: unknown, place: Place): string {
  if (value === null) return '';
  if (field === 'because') return 'another booking';
  if (IDS.has(field)) return '';
  if (Array.isArray(value) && value.length === 2 && field !== 'guest') {
    const [before, after] = value.map((one) => presentValueText(field, one, place));
    // A payment that was just recorded has no earlier status.
    if (field === 'status' && value[0] === null) return after ?? '';
    return `${before} → ${after}`;
  }
  return presentValueText(field, value, place);
}

type PartyOfEvent = { adults: number; children_ages: number[]; pets: number };
const presentPartyText = ({ adults, children_ages: childrenAges, pets }: PartyOfEvent): string =>
  presentPartyInWords({ adults, childrenAges, pets });

type AdjustmentOfEvent = { name: string; amount: number };
const presentAdjustmentText = ({ name, amount }: AdjustmentOfEvent, { currency }: Place): string =>
  `${name}, ${presentMoney(amount, currency)}`;

/** In cents. */
const isAmount = (field: string): boolean => field.endsWith('_total') || field.endsWith('amount');

function presentValueText(field: string, value: unknown, place: Place): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (field === 'unit_id') return place.unitNames.get(String(value)) ?? 'a unit that is gone';
  if (field === 'listing_id') return place.listingNames.get(String(value)) ?? 'a place that is gone';
  if (field === 'price_agreed') return AGREED_WORDS[value as PriceAgreement] ?? String(value);
  if (field === 'adjustments')
    return (
      (value as AdjustmentOfEvent[]).map((line) => presentAdjustmentText(line, place)).join('; ') || 'none'
    );
  if (field === 'adjustment') return presentAdjustmentText(value as AdjustmentOfEvent, place);
  if (field === 'custom_fields')
    return (
      Object.entries(value)
        .map((entry) => entry.join(': '))
        .join(', ') || 'none'
    );
  if (field === 'party') return presentPartyText(value as PartyOfEvent);
  if (field === 'extras') return presentExtrasInWords(value as ChosenExtra[]) || 'none';
  if (typeof value === 'number' && isAmount(field)) return presentMoney(value, place.currency);
  if (typeof value === 'string' && field === 'expires_at') return place.presentMoment(new Date(value));
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? dateWithYear(value) : value;
  if (Array.isArray(value)) return value.map((one) => presentValueText('', one, place)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
