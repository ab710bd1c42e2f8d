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
import { renderCardOf, renderFormErrors, renderPassedNotice } from '../../../../../web/views/parts.ts';
import { wordPetsIfEmpty } from '../../../../../web/views/words.ts';
import type { Place } from '../../../services/places.ts';
import { renderCard } from '../card.ts';
import { findOwnPicture } from '../drawings.ts';
import { presentLowestRate, renderPlaceHead } from '../head.ts';
import { renderKindsCard } from '../kinds-card.ts';
import { renderAmenities } from './amenities.ts';
import { type AboutPart, GUESTS, OFFICE, PART_WORDS, RULES, TEXTS, WHERE } from './form.ts';
import { renderOwnFields } from './own-fields.ts';
import { renderRooms } from './rooms.ts';
import { renderCancellation } from './terms.ts';

type View = {
  base: string;
  place: Place;
  /** The unit types of a building. */
  kinds: readonly Place[];
  part: AboutPart;
  form: Form;
  /** To notice changes by others. */
  seen: string;
  infantAge: number;
  zones: readonly string[];
};

export const aboutPage = (reply: FastifyReply, view: View): Html => {
  const { base, place, kinds, part, form, seen } = view;
  const path = `${base}/places/${place.id}`;
  return html`
${renderPlaceHead(reply, { base, place, tab: 'about' })}
<nav aria-label="About"><ul class="part-links">${Object.entries(PART_WORDS).map(
    ([name, words]) =>
      html`<li><a href="${path}/about/${name}"${name === part ? html` aria-current="page"` : ''}>${words}</a></li>`,
  )}</ul></nav>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${part === 'description' && place.kind === 'building' ? renderKindsCard(reply, { base, place, kinds }) : ''}
<div class="with-look">
<form method="post" action="${path}/about/${part}" class="about">${renderFormToken(reply)}${renderHidden({ seen })}
${PARTS[part](view)}
<p class="save"><button type="submit">Save</button></p>
</form>
${part === 'description' ? renderLook(reply, view) : ''}
</div>
${part === 'description' ? html`<p class="aside"><a href="${path}/delete">Delete this place</a></p>` : ''}`;
};

/** The card shows two fields of other parts, which do not change while this one is filled in. */
function renderLook(reply: FastifyReply, { place, form }: View): Html {
  const { root } = reply.request.visit;
  const values = { ...form.values, city: place.city ?? '', max_guests: String(place.maxGuests) };
  return renderCard({
    root,
    form: { ...form, values },
    currency: place.currency,
    price: presentLowestRate(place),
    picture: findOwnPicture(root, place),
  });
}

const NAME: Drawn = { maxLength: MAX_NAME_LENGTH };
const TIME: Drawn = { type: 'time' };

const renderTexts = ({ form, place }: View): Html =>
  renderCardOf(
    'texts',
    'Name and texts',
    html`${field(form, TEXTS, 'public_title', { ...NAME, help: 'The title that guests see.' })}
${field(form, TEXTS, 'nickname', { ...NAME, help: 'Only your team sees it.' })}
${field(form, TEXTS, 'property_type')}
${field(form, TEXTS, 'headline', NAME)}
${field(form, TEXTS, 'description', { rows: 8, maxLength: MAX_NOTES_LENGTH })}
${field(form, TEXTS, 'arrival_instructions', { help: `${place.kind === 'unit_type' ? 'Left empty, what its building says. ' : ''}Such as the way to the key. Only guests of a confirmed booking read it, shortly before they arrive.`, rows: 5, maxLength: MAX_ARRIVAL_INSTRUCTIONS_LENGTH })}
${field(form, TEXTS, 'registration_number', { help: 'The number under which the authorities know it.', maxLength: MAX_REGISTRATION_NUMBER_LENGTH })}
${field(form, TEXTS, 'slug', { help: 'The end of its address there. Links with the old one no longer find it.', maxLength: 63 })}
${field(form, TEXTS, 'listed_on_site')}
${place.kind === 'building' ? field(form, TEXTS, 'whole_building_bookable') : ''}`,
  );

const renderWhereOfBuilding = ({ base, place: { building } }: View): Html =>
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
    html`${field(form, WHERE, 'address.street', NAME)}
<div class="fields">${field(form, WHERE, 'address.postcode', NAME)}
${field(form, WHERE, 'address.city', NAME)}
${field(form, WHERE, 'address.state', NAME)}
${field(form, WHERE, 'address.country', NAME)}</div>
<div class="fields">${field(form, WHERE, 'address.latitude', { ...NAME, help: 'Such as 38.711300, for the map.' })}
${field(form, WHERE, 'address.longitude', { ...NAME, help: 'Such as -9.139600.' })}</div>
${field(form, WHERE, 'timezone', { list: 'zones', help: 'All its dates and times are in this zone.' })}
<datalist id="zones">${zones.map((zone) => html`<option value="${zone}">`)}</datalist>`,
  );

const renderGuests = ({ form, infantAge, place }: View): Html =>
  renderCardOf(
    'guests',
    'Guests',
    html`<p class="help">${infantAge === 0 ? 'Your team counts every child as a guest.' : `Children younger than ${infantAge} are infants. They do not count as guests.`} An empty field is no limit, except for pets: then ${wordPetsIfEmpty(place.kind)}.</p>
<div class="fields">${field(form, GUESTS, 'max_guests')}
${field(form, GUESTS, 'max_children')}
${field(form, GUESTS, 'max_infants')}
${field(form, GUESTS, 'max_pets')}
${field(form, GUESTS, 'bedrooms_count')}
${field(form, GUESTS, 'beds_count')}
${field(form, GUESTS, 'bathrooms_count')}</div>
${field(form, GUESTS, 'bathrooms_half')}`,
  );

const renderTimes = ({ form }: View): Html =>
  renderCardOf(
    'times',
    'Arrival and departure',
    html`<div class="fields">${field(form, WHERE, 'check_in_time', TIME)}
${field(form, WHERE, 'check_out_time', TIME)}</div>`,
  );

const renderRules = ({ form, place }: View): Html =>
  renderCardOf(
    'rules',
    'House rules',
    html`${place.kind === 'unit_type' ? html`<p class="help">What is not said here is as its building says.</p>` : ''}
<div class="fields">${field(form, RULES, 'house_rules.smoking')}
${field(form, RULES, 'house_rules.parties')}
${field(form, RULES, 'house_rules.quiet_from', TIME)}
${field(form, RULES, 'house_rules.quiet_until', TIME)}
${field(form, RULES, 'house_rules.minimum_age')}</div>
${field(form, RULES, 'house_rules.text', { rows: 4, maxLength: MAX_HOUSE_RULES_LENGTH })}`,
  );

const renderOffice = ({ form, place }: View): Html =>
  renderCardOf(
    'office',
    'For your office',
    html`${place.kind === 'building' ? '' : field(form, OFFICE, 'reseating')}
${field(form, OFFICE, 'external_reference', { help: 'Such as that of your accounting or your channel manager. Guests do not see it.', maxLength: MAX_REFERENCE_LENGTH })}${renderOwnFields(form)}`,
  );

const renderAmenitiesPart = ({ form, place }: View): Html =>
  renderCardOf(
    'what-it-has',
    'What it has',
    html`${place.kind === 'unit_type' ? html`<p class="help">What its building has counts too, and need not be ticked here.</p>` : ''}${renderAmenities(form)}`,
  );

const renderRoomsCard = ({ form }: View): Html =>
  renderCardOf(
    'rooms',
    'Rooms and beds',
    html`<p class="help">How many beds of each kind stand in each room. To take a room away, empty its row.</p>${renderRooms(form)}`,
  );

const renderCancellationCard = ({ form, place }: View): Html =>
  renderCardOf('cancellation', 'Cancellation', renderCancellation(form, place.kind));

const PARTS = {
  description: renderTexts,
  where: (view) =>
    html`${view.place.kind === 'unit_type' ? renderWhereOfBuilding(view) : renderWhere(view)}${renderTimes(view)}`,
  guests: (view) => html`${renderGuests(view)}${renderRoomsCard(view)}`,
  amenities: renderAmenitiesPart,
  rules: renderRules,
  terms: (view) => html`${renderCancellationCard(view)}${renderOffice(view)}`,
} satisfies Record<AboutPart, (view: View) => Html>;
