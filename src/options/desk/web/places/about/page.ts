import type { FastifyReply } from 'fastify';
import {
  MAX_ARRIVAL_INSTRUCTIONS_LENGTH,
  MAX_HOUSE_RULES_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REGISTRATION_NUMBER_LENGTH,
} from '../../../../../domain/limits.ts';
import type { Form } from '../../../../../web/form.ts';
import {
  renderCheckbox,
  renderField,
  renderHidden,
  renderSelect,
  renderTextArea,
  toChoices,
} from '../../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import { renderFormErrors, renderPassedNotice } from '../../../../../web/views/parts.ts';
import { PROPERTY_WORDS, wordPetsIfEmpty } from '../../../../../web/views/words.ts';
import type { Place } from '../../../services/places.ts';
import { renderCard } from '../card.ts';
import { findOwnPicture } from '../drawings.ts';
import { presentLowestRate, renderPlaceHead } from '../head.ts';
import { renderKindsCard } from '../kinds-card.ts';
import { renderAmenities } from './amenities.ts';
import { labelOf } from './form.ts';
import { renderOwnFields } from './own-fields.ts';
import { renderRooms } from './rooms.ts';
import { renderCancellation, renderOffice } from './terms.ts';

type View = {
  base: string;
  place: Place;
  /** The room types (unit types) of a building. */
  kinds: readonly Place[];
  form: Form;
  /** To notice changes by others. */
  seen: string;
  infantAge: number;
  zones: readonly string[];
};

const YES_NO = toChoices({ '': 'Not said', yes: 'Allowed', no: 'Not allowed' });

export const aboutPage = (reply: FastifyReply, view: View): Html => {
  const { base, place, kinds, form, seen } = view;
  const path = `${base}/places/${place.id}`;
  const { root } = reply.request.visit;
  return html`
${renderPlaceHead(reply, { base, place, tab: 'about' })}
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${place.kind === 'building' ? renderKindsCard(reply, { base, place, kinds }) : ''}
<div class="with-look">
<form method="post" action="${path}" class="about">${renderFormToken(reply)}${renderHidden({ seen })}
${renderTexts(view)}
${place.kind === 'unit_type' ? renderWhereOfBuilding(base, place) : renderWhere(view)}
${renderGuests(view)}
${renderCardOf('rooms', 'Rooms and beds', html`<p class="help">How many beds of each kind stand in each room. To take a room away, empty its row.</p>${renderRooms(form)}`)}
${renderCardOf('what-it-has', 'What it has', html`${place.kind === 'unit_type' ? html`<p class="help">What its building has counts too, and need not be ticked here.</p>` : ''}${renderAmenities(form)}`)}
${renderRules(view)}
${renderCardOf('cancellation', 'Cancellation', renderCancellation({ form, kind: place.kind }))}
${renderCardOf('office', 'For your office', html`${renderOffice({ form, kind: place.kind })}${renderOwnFields(form)}`)}
<p class="save"><button type="submit">Save</button></p>
</form>
${renderCard({ root, form, currency: place.currency, price: presentLowestRate(place), picture: findOwnPicture(root, place) })}
</div>
<p class="aside"><a href="${path}/delete">Delete this place</a></p>`;
};

const renderCardOf = (id: string, title: string, body: Html): Html =>
  html`<section class="card" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${title}</h2>${body}</section>`;

type TextOptions = { help?: string; isOptional?: boolean; maxLength?: number };

const renderText = (form: Form, name: string, options: TextOptions = {}): Html =>
  renderField(form, { name, label: labelOf(name), maxLength: MAX_NAME_LENGTH, isOptional: true, ...options });

const renderNumber = (form: Form, name: string): Html =>
  renderField(form, { name, label: labelOf(name), keys: 'numeric', isOptional: 'unmarked' });

const renderTexts = ({ form, place }: View): Html =>
  renderCardOf(
    'texts',
    'Name and texts',
    html`${renderText(form, 'public_title', { isOptional: false, help: 'The title that guests see.' })}
${renderText(form, 'nickname', { help: 'Only your team sees it.' })}
${renderSelect(form, { name: 'property_type', label: labelOf('property_type'), choices: toChoices(PROPERTY_WORDS) })}
${renderText(form, 'headline')}
${renderTextArea(form, { name: 'description', label: labelOf('description'), rows: 8, maxLength: MAX_NOTES_LENGTH, isOptional: true })}
${renderTextArea(form, { name: 'arrival_instructions', label: labelOf('arrival_instructions'), help: `${place.kind === 'unit_type' ? 'Left empty, what its building says. ' : ''}Such as the way to the key. Only guests of a confirmed booking read it, shortly before they arrive.`, rows: 5, maxLength: MAX_ARRIVAL_INSTRUCTIONS_LENGTH, isOptional: true })}
${renderText(form, 'registration_number', { help: 'The number under which the authorities know it.', maxLength: MAX_REGISTRATION_NUMBER_LENGTH })}
${renderText(form, 'slug', { isOptional: false, help: 'The end of its address there. Links with the old one no longer find it.', maxLength: 63 })}
${renderCheckbox(form, { name: 'listed_on_site', label: 'Show it on the booking page while it is open' })}
${place.kind === 'building' ? renderCheckbox(form, { name: 'whole_building_bookable', label: 'It can also be booked as a whole' }) : ''}`,
  );

const renderWhereOfBuilding = (base: string, { building }: Place): Html =>
  building
    ? renderCardOf(
        'where',
        'Where it is',
        html`<p>It has the address and the time zone of <a class="name" href="${base}/places/${building.id}">${building.publicTitle}</a>.</p>`,
      )
    : EMPTY_HTML;

const renderWhere = ({ form, zones }: View): Html =>
  renderCardOf(
    'where',
    'Where it is',
    html`${renderText(form, 'address_street')}
<div class="fields">${renderText(form, 'address_postcode')}
${renderText(form, 'address_city')}
${renderText(form, 'address_state')}
${renderText(form, 'address_country')}</div>
<div class="fields">${renderText(form, 'address_latitude', { help: 'Such as 38.711300, for the map.' })}
${renderText(form, 'address_longitude', { help: 'Such as -9.139600.' })}</div>
${renderField(form, { name: 'timezone', label: labelOf('timezone'), list: 'zones', help: 'All its dates and times are in this zone.' })}
<datalist id="zones">${zones.map((zone) => html`<option value="${zone}">`)}</datalist>`,
  );

const renderGuests = ({ form, infantAge, place }: View): Html =>
  renderCardOf(
    'guests',
    'Guests and times',
    html`<p class="help">${infantAge === 0 ? 'Your team counts every child as a guest.' : `Children younger than ${infantAge} are infants. They do not count as guests.`} An empty field is no limit, except for pets: then ${wordPetsIfEmpty(place.kind)}.</p>
<div class="fields">${renderField(form, { name: 'max_guests', label: labelOf('max_guests'), keys: 'numeric' })}
${renderNumber(form, 'max_children')}
${renderNumber(form, 'max_infants')}
${renderNumber(form, 'max_pets')}
${renderNumber(form, 'bedrooms_count')}
${renderNumber(form, 'beds_count')}
${renderNumber(form, 'bathrooms_count')}</div>
${renderCheckbox(form, { name: 'bathrooms_half', label: 'Half a bathroom more, without a bath or shower' })}
<div class="fields">${renderField(form, { name: 'check_in_time', label: labelOf('check_in_time'), type: 'time', isOptional: 'unmarked' })}
${renderField(form, { name: 'check_out_time', label: labelOf('check_out_time'), type: 'time', isOptional: 'unmarked' })}</div>`,
  );

const renderRules = ({ form, place }: View): Html =>
  renderCardOf(
    'rules',
    'House rules',
    html`${place.kind === 'unit_type' ? html`<p class="help">What is not said here is as its building says.</p>` : ''}
<div class="fields">${renderSelect(form, { name: 'house_rules_smoking', label: labelOf('house_rules_smoking'), choices: YES_NO, isOptional: 'unmarked' })}
${renderSelect(form, { name: 'house_rules_parties', label: labelOf('house_rules_parties'), choices: YES_NO, isOptional: 'unmarked' })}
${renderField(form, { name: 'house_rules_quiet_from', label: labelOf('house_rules_quiet_from'), type: 'time', isOptional: 'unmarked' })}
${renderField(form, { name: 'house_rules_quiet_until', label: labelOf('house_rules_quiet_until'), type: 'time', isOptional: 'unmarked' })}
${renderNumber(form, 'house_rules_minimum_age')}</div>
${renderTextArea(form, { name: 'house_rules_text', label: labelOf('house_rules_text'), rows: 4, maxLength: MAX_HOUSE_RULES_LENGTH, isOptional: true })}`,
  );
