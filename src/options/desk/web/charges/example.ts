import { countDaysBetween } from '../../../../domain/dates/dates.ts';
import { countGuestsOfParty } from '../../../../domain/party.ts';
import type { ShownCharge } from '../../../../services/catalogue/charges.ts';
import {
  dateWithYear,
  presentCount,
  presentGuestCounts,
  presentMoney,
} from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { presentPlaceName } from '../../../../web/views/place-name.ts';
import type { ChargeExample, NoExample } from '../../services/charge-examples.ts';
import { renderPriceTable } from '../bookings/price/table.ts';

export type Shown = ChargeExample | NoExample | null;

const NO_PLACE = 'It is for no place that guests can book yet.';

/** Such as "+ €45.00", "− €30.00" or "€16.98 of it". */
function presentEffect({ own, quote }: ChargeExample): string {
  if (own === null) return 'nothing';
  const amount = presentMoney(Math.abs(own.amountCents), quote.currency);
  if (own.included) return `${amount} of it`;
  return `${own.amountCents < 0 ? '−' : '+'} ${amount}`;
}

const presentStay = ({ stay, quote: { party } }: ChargeExample): string => {
  const guests = presentGuestCounts({ ...party, numberOfGuests: countGuestsOfParty(party) });
  return `${presentCount(countDaysBetween(stay.checkIn, stay.checkOut), 'night')}, ${guests}`;
};

export function renderShortExample(shown: Shown): Html {
  if (shown === null || 'why' in shown)
    return html`<span class="faint">${shown === null ? NO_PLACE : shown.why}</span>`;
  return html`${presentEffect(shown)} <span class="faint">${presentStay(shown)}</span>`;
}

export function renderExampleCard(charge: Pick<ShownCharge, 'kind'>, shown: Shown): Html {
  return html`<section class="card" id="example" aria-labelledby="example-heading"><h2 id="example-heading">What it does to a stay</h2>
${shown === null ? html`<p class="faint">${NO_PLACE}</p>` : 'why' in shown ? html`<p class="faint">No stay can have it now: ${shown.why}</p>` : renderExample(charge, shown)}
</section>`;
}

function renderExample({ kind }: Pick<ShownCharge, 'kind'>, example: ChargeExample): Html {
  const { place, stay, quote, own } = example;
  return html`<p>${presentSentence(example)}${own === null ? html` ${WHY_NOTHING[kind]}` : EMPTY_HTML}</p>
<p class="faint">${presentStay(example)} at <span class="name">${presentPlaceName(place)}</span>, from ${dateWithYear(stay.checkIn)} to ${dateWithYear(stay.checkOut)}, if booked today:</p>
${renderPriceTable({ ...quote.price, currency: quote.currency })}`;
}

function presentSentence({ own, quote }: ChargeExample): Html {
  if (own === null) return html`It does nothing to this stay.`;
  const amount = html`<strong>${presentMoney(Math.abs(own.amountCents), quote.currency)}</strong>`;
  if (own.included) return html`The price contains ${amount} of it. Guests pay nothing more.`;
  return own.amountCents < 0 ? html`It takes ${amount} off.` : html`It adds ${amount}.`;
}

const WHY_NOTHING = {
  fee: 'Nothing in it is counted, or its dates are over.',
  tax: 'Nothing in it is counted, or its dates are over.',
  discount: 'Another discount saves more: of all that apply, guests get the best one.',
  coupon: 'There is nothing left to take off.',
} satisfies Record<ShownCharge['kind'], string>;
