import type { FastifyReply } from 'fastify';
import { MAX_NAME_LENGTH } from '../../../../domain/limits.ts';
import type { Form } from '../../../../web/form.ts';
import { type Drawn, field } from '../../../../web/form-table.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors } from '../../../../web/views/parts.ts';
import type { Place } from '../../services/places.ts';
import { renderCard } from './card.ts';
import { buildBuildingForm, buildKindRows, buildPlaceForm, type NewKind } from './new-form.ts';

type View = {
  base: string;
  currency: string;
  kind: NewKind;
  /** For a new unit type. */
  building: Place | null;
  form: Form;
};

const TITLES = { place: 'Add a place', building: 'Add a building', room: 'Add a kind of room' } as const;
const BUTTONS = { place: 'Add place', building: 'Add building', room: 'Add kind of room' } as const;
const UNITS_HELP =
  'A number, such as 3, if guests do not mind which one they get. Or names: 101, 102, 103, for which you can type 101-103.';

export const newPlacePage = (reply: FastifyReply, view: View): Html => {
  const { base, currency, kind, building, form } = view;
  const back = building
    ? html`<a class="name" href="${base}/places/${building.id}">${building.publicTitle}</a>`
    : html`<a href="${base}/places">All places</a>`;
  return html`
<p class="back">${back}</p>
<h1>${TITLES[kind]}</h1>
${renderOtherKind(base, kind)}
${renderFormErrors(form)}
<div class="with-look">
<section class="card">
<form method="post" action="${base}/places/new">${renderFormToken(reply)}${renderHidden({ kind, building: building?.id ?? '' })}
${kind === 'building' ? renderBuildingFields(view) : renderPlaceFields(view)}
<button type="submit">${BUTTONS[kind]}</button>
</form></section>
${renderCard({ root: reply.request.visit.root, form, currency })}
</div>`;
};

const renderOtherKind = (base: string, kind: NewKind): Html =>
  kind === 'room'
    ? EMPTY_HTML
    : html`<nav class="place-tabs" aria-label="What to add"><ul class="tab-row">
<li><a href="${base}/places/new"${kind === 'place' ? html` aria-current="page"` : ''}>A place</a></li>
<li><a href="${base}/places/new?kind=building"${kind === 'building' ? html` aria-current="page"` : ''}>A building with kinds of rooms</a></li>
</ul></nav>`;

const OPEN: Drawn = {
  label: 'and open it for booking',
  help: 'Without this, it is a draft that only your team sees. Describe it first, and open it when it is ready.',
};

function renderPlaceFields({ kind, currency, form }: View): Html {
  const table = buildPlaceForm(currency);
  const isRoom = kind === 'room';
  const help = isRoom ? 'Such as “Double room with a balcony”. Guests see it.' : 'The title that guests see.';
  return html`
${field(form, table, 'public_title', { help, maxLength: MAX_NAME_LENGTH })}
${field(form, table, 'property_type')}
${isRoom ? '' : field(form, table, 'address.city', { maxLength: MAX_NAME_LENGTH })}
${field(form, table, 'max_guests')}
${field(form, table, 'units', { label: 'How many, all alike', help: UNITS_HELP })}
${field(form, table, 'rates.nightly', { unit: currency })}
${field(form, table, 'rules.min_stay')}
${field(form, table, 'status', OPEN)}`;
}

function renderBuildingFields({ currency, form }: View): Html {
  const table = buildBuildingForm(currency);
  const rows = buildKindRows(currency);
  return html`
${field(form, table, 'public_title', { help: 'The title that guests see, such as “Hotel Miramar”.', maxLength: MAX_NAME_LENGTH })}
${field(form, table, 'property_type')}
${field(form, table, 'address.city', { maxLength: MAX_NAME_LENGTH })}
<fieldset class="field" data-rows><legend>Kinds of rooms</legend>
<p class="help">Rooms of one kind have one price, and guests do not choose among them. ${UNITS_HELP} What you leave empty is left out.</p>
${rows.findShown(form.values).map(
  (row) => html`<div class="kind-row fields" data-row>
${rows.field(form, row, 'public_title', { label: `Kind of room ${row + 1}`, maxLength: MAX_NAME_LENGTH })}
${rows.field(form, row, 'units', { label: 'Rooms' })}
${rows.field(form, row, 'max_guests', { label: 'Guests in each' })}
${rows.field(form, row, 'nightly', { label: 'Price of a night', unit: currency })}</div>`,
)}
<button class="quiet" type="button" data-more hidden>One more kind</button>
</fieldset>
${field(form, table, 'whole_building_bookable', { label: 'It can also be booked as a whole' })}
${field(form, table, 'rates.nightly', { label: 'Price of a night for the whole building', help: 'Only if it can be booked as a whole.', unit: currency })}
${field(form, table, 'status', OPEN)}`;
}
