import type { FastifyReply } from 'fastify';
import {
  MAX_ARRIVAL_INSTRUCTIONS_LENGTH,
  MAX_HOUSE_RULES_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REFERENCE_LENGTH,
  MAX_REGISTRATION_NUMBER_LENGTH,
} from '../../../../../domain/limits.ts';
import type { Form } from '../../../../../web/form.ts';
import { type Drawn, field } from '../../../../../web/form-table.ts';
import { renderHidden } from '../../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import { renderFormErrors, renderPassedNotice } from '../../../../../web/views/parts.ts';
import { wordPetsIfEmpty } from '../../../../../web/views/words.ts';
import type { Place } from '../../../services/places.ts';
import { renderCard } from '../card.ts';
import { findOwnPicture } from '../drawings.ts';
import { presentLowestRate, renderPlaceHead } from '../head.ts';
import { renderKindsCard } from '../kinds-card.ts';
import { renderAmenities } from './amenities.ts';
import { PLACE } from './form.ts';
import { renderOwnFields } from './own-fields.ts';
import { renderRooms } from './rooms.ts';
import { renderCancellation } from './terms.ts';

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
${renderCardOf('cancellation', 'Cancellation', renderCancellation(form, place.kind))}
${renderOffice(view)}
<p class="save"><button type="submit">Save</button></p>
</form>
${renderCard({ root, form, currency: place.currency, price: presentLowestRate(place), picture: findOwnPicture(root, place) })}
</div>
<p class="aside"><a href="${path}/delete">Delete this place</a></p>`;
};

const renderCardOf = (id: string, title: string, body: Html): Html =>
  html`<section class="card" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${title}</h2>${body}</section>`;

const NAME: Drawn = { maxLength: MAX_NAME_LENGTH };
const TIME: Drawn = { type: 'time' };

const renderTexts = ({ form, place }: View): Html =>
  renderCardOf(
    'texts',
    'Name and texts',
    html`${field(form, PLACE, 'public_title', { ...NAME, help: 'The title that guests see.' })}
${field(form, PLACE, 'nickname', { ...NAME, help: 'Only your team sees it.' })}
${field(form, PLACE, 'property_type')}
${field(form, PLACE, 'headline', NAME)}
${field(form, PLACE, 'description', { rows: 8, maxLength: MAX_NOTES_LENGTH })}
${field(form, PLACE, 'arrival_instructions', { help: `${place.kind === 'unit_type' ? 'Left empty, what its building says. ' : ''}Such as the way to the key. Only guests of a confirmed booking read it, shortly before they arrive.`, rows: 5, maxLength: MAX_ARRIVAL_INSTRUCTIONS_LENGTH })}
${field(form, PLACE, 'registration_number', { help: 'The number under which the authorities know it.', maxLength: MAX_REGISTRATION_NUMBER_LENGTH })}
${field(form, PLACE, 'slug', { help: 'The end of its address there. Links with the old one no longer find it.', maxLength: 63 })}
${field(form, PLACE, 'listed_on_site')}
${place.kind === 'building' ? field(form, PLACE, 'whole_building_bookable') : ''}`,
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
    html`${field(form, PLACE, 'address.street', NAME)}
<div class="fields">${field(form, PLACE, 'address.postcode', NAME)}
${field(form, PLACE, 'address.city', NAME)}
${field(form, PLACE, 'address.state', NAME)}
${field(form, PLACE, 'address.country', NAME)}</div>
<div class="fields">${field(form, PLACE, 'address.latitude', { ...NAME, help: 'Such as 38.711300, for the map.' })}
${field(form, PLACE, 'address.longitude', { ...NAME, help: 'Such as -9.139600.' })}</div>
${field(form, PLACE, 'timezone', { list: 'zones', help: 'All its dates and times are in this zone.' })}
<datalist id="zones">${zones.map((zone) => html`<option value="${zone}">`)}</datalist>`,
  );

const renderGuests = ({ form, infantAge, place }: View): Html =>
  renderCardOf(
    'guests',
    'Guests and times',
    html`<p class="help">${infantAge === 0 ? 'Your team counts every child as a guest.' : `Children younger than ${infantAge} are infants. They do not count as guests.`} An empty field is no limit, except for pets: then ${wordPetsIfEmpty(place.kind)}.</p>
<div class="fields">${field(form, PLACE, 'max_guests')}
${field(form, PLACE, 'max_children')}
${field(form, PLACE, 'max_infants')}
${field(form, PLACE, 'max_pets')}
${field(form, PLACE, 'bedrooms_count')}
${field(form, PLACE, 'beds_count')}
${field(form, PLACE, 'bathrooms_count')}</div>
${field(form, PLACE, 'bathrooms_half')}
<div class="fields">${field(form, PLACE, 'check_in_time', TIME)}
${field(form, PLACE, 'check_out_time', TIME)}</div>`,
  );

const renderRules = ({ form, place }: View): Html =>
  renderCardOf(
    'rules',
    'House rules',
    html`${place.kind === 'unit_type' ? html`<p class="help">What is not said here is as its building says.</p>` : ''}
<div class="fields">${field(form, PLACE, 'house_rules.smoking')}
${field(form, PLACE, 'house_rules.parties')}
${field(form, PLACE, 'house_rules.quiet_from', TIME)}
${field(form, PLACE, 'house_rules.quiet_until', TIME)}
${field(form, PLACE, 'house_rules.minimum_age')}</div>
${field(form, PLACE, 'house_rules.text', { rows: 4, maxLength: MAX_HOUSE_RULES_LENGTH })}`,
  );

const renderOffice = ({ form, place }: View): Html =>
  renderCardOf(
    'office',
    'For your office',
    html`${place.kind === 'building' ? '' : field(form, PLACE, 'reseating')}
${field(form, PLACE, 'external_reference', { help: 'Such as that of your accounting or your channel manager. Guests do not see it.', maxLength: MAX_REFERENCE_LENGTH })}${renderOwnFields(form)}`,
  );
