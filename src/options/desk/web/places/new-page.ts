import type { FastifyReply } from 'fastify';
import { MAX_NAME_LENGTH } from '../../../../domain/limits.ts';
import type { Form } from '../../../../web/form.ts';
import {
  renderCheckbox,
  renderField,
  renderHidden,
  renderSelect,
  toChoices,
} from '../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors } from '../../../../web/views/parts.ts';
import { PROPERTY_WORDS } from '../../../../web/views/words.ts';
import type { Place } from '../../services/places.ts';
import { renderCard } from './card.ts';
import { labelOfKind, type NewKind, ROWS_OF_KINDS } from './new-form.ts';

type View = {
  base: string;
  currency: string;
  kind: NewKind;
  /** For a new room type. */
  building: Place | null;
  /** For room types, up to the last row that is filled in. */
  rows: number;
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
${renderCheckbox(form, { name: 'open', label: 'and open it for booking', help: 'Without this, it is a draft that only your team sees. Describe it first, and open it when it is ready.' })}
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

const renderName = (form: Form, help: string): Html =>
  renderField(form, { name: 'public_title', label: 'Name', help, maxLength: MAX_NAME_LENGTH });

const renderType = (form: Form): Html =>
  renderSelect(form, { name: 'property_type', label: 'Kind', choices: toChoices(PROPERTY_WORDS) });

const renderCity = (form: Form): Html =>
  renderField(form, { name: 'city', label: 'City', maxLength: MAX_NAME_LENGTH, isOptional: true });

const renderPlaceFields = ({ kind, currency, form }: View): Html => html`
${renderName(form, kind === 'room' ? 'Such as “Double room with a balcony”. Guests see it.' : 'The title that guests see.')}
${renderType(form)}
${kind === 'room' ? '' : renderCity(form)}
${renderField(form, { name: 'max_guests', label: 'Guests at most', keys: 'numeric' })}
${renderField(form, { name: 'units', label: 'How many, all alike', help: UNITS_HELP })}
${renderField(form, { name: 'nightly', label: 'Price of a night', keys: 'decimal', unit: currency })}
${renderField(form, { name: 'min_stay', label: 'Minimum stay', keys: 'numeric', isOptional: true })}`;

const renderBuildingFields = ({ currency, form, rows }: View): Html => html`
${renderName(form, 'The title that guests see, such as “Hotel Miramar”.')}
${renderType(form)}
${renderCity(form)}
<fieldset class="field" data-rows><legend>Kinds of rooms</legend>
<p class="help">Rooms of one kind have one price, and guests do not choose among them. ${UNITS_HELP} What you leave empty is left out.</p>
${Array.from({ length: Math.max(rows + 1, ROWS_OF_KINDS) }, (_, row) => renderKindRow(form, currency, row))}
<button class="quiet" type="button" data-more hidden>One more kind</button>
</fieldset>
${renderCheckbox(form, { name: 'whole_building_bookable', label: 'It can also be booked as a whole' })}
${renderField(form, { name: 'nightly', label: 'Price of a night for the whole building', help: 'Only if it can be booked as a whole.', keys: 'decimal', unit: currency, isOptional: true })}`;

const renderKindRow = (form: Form, currency: string, row: number): Html => {
  const name = (field: Parameters<typeof labelOfKind>[0]) => `kinds_${row}_${field}`;
  return html`<div class="kind-row fields" data-row>
${renderField(form, { name: name('public_title'), label: `${labelOfKind('public_title')} ${row + 1}`, maxLength: MAX_NAME_LENGTH, isOptional: 'unmarked' })}
${renderField(form, { name: name('units'), label: labelOfKind('units'), isOptional: 'unmarked' })}
${renderField(form, { name: name('max_guests'), label: labelOfKind('max_guests'), keys: 'numeric', isOptional: 'unmarked' })}
${renderField(form, { name: name('nightly'), label: labelOfKind('nightly'), keys: 'decimal', unit: currency, isOptional: 'unmarked' })}</div>`;
};
