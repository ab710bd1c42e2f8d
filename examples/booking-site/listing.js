import { createBooking } from './booking.js';
import { findBuildings, nameIn } from './buildings.js';
import { contactsOf } from './contact.js';
import { h, put } from './dom.js';
import { gallery } from './gallery.js';
import { drawingOf, inOrder, picture } from './pictures.js';
import { placeDetails, questions } from './place-details.js';
import { placeMap, positionOf } from './place-map.js';
import { priceTag } from './price-tag.js';
import { fill, fillNodes, sentences } from './sentences.js';
import { readStay, stayParameters } from './stay-address.js';
import { optionsOf } from './stay-options.js';
import { placeOf, sizeOf, typeOf } from './words.js';

/**
 * @typedef {import('./api.js').Listing} Listing
 * @typedef {import('./site.js').Context & { slug: string }} Context
 */

/**
 * @param {HTMLElement} main
 * @param {Context} context
 */
export async function showListing(main, { api, site, host, slug }) {
  put(main, skeleton());
  const [listing, terms, details, team] = await Promise.all([
    api.listing(slug),
    orNull(api.terms(slug)),
    orNull(api.details(slug)),
    host,
  ]);
  const contacts = contactsOf(site.contact, team);
  document.title = `${listing.public_title} · ${site.name}`;
  const isBookable = listing.kind !== 'building' || listing.whole_building !== null;
  // Only a whole stay is a search.
  const stay = readStay(location.search);
  const chosen = stay.checkOut ? stayParameters({ ...stay, extras: [], coupon: null }) : {};
  const options = details ? optionsOf(details) : site.options;
  const booking = isBookable ? createBooking({ api, site, listing, terms, options, team }) : null;
  const photos = withCaptions(listing.photos, details);
  const house = h('p', { class: 'lead', hidden: true });
  void showBuilding(house, { api, site, listing, chosen });
  put(
    main,
    h(
      'header',
      { class: 'place-head' },
      h(
        'nav',
        { class: 'crumbs', 'aria-label': sentences.frame.whereYouAre },
        h(
          'a',
          { href: site.listAddress(chosen) },
          chosen.check_out ? sentences.place.onYourDates : sentences.frame.allPlaces,
        ),
      ),
      h('p', { class: 'kicker' }, [typeOf(listing), placeOf(listing.address)].filter(Boolean).join(' · ')),
      h('h1', { lang: listing.lang }, listing.public_title),
      house,
      listing.headline ? h('p', { class: 'lead', lang: listing.lang }, listing.headline) : null,
    ),
    h(
      'div',
      { class: booking ? 'columns' : 'columns is-single' },
      gallery(photos, { title: listing.public_title, drawing: drawingOf(listing) }),
      h('div', { class: 'story' }, about(listing, terms), rooms(listing, { api, site })),
      booking?.calendar ?? null,
      booking?.panel ?? null,
      h(
        'div',
        { class: 'more' },
        details ? placeDetails(details) : null,
        whereItIs(listing.address, site),
        questions(contacts),
      ),
    ),
    booking?.bar ?? null,
  );
  booking?.start();
}

/**
 * Of a kind of room, with a link there.
 *
 * @param {HTMLElement} element
 * @param {Pick<Context, 'api' | 'site'> & { listing: Listing, chosen: Record<string, string> }} context
 */
async function showBuilding(element, { api, site, listing, chosen }) {
  const building = (await findBuildings(api, [listing])).get(listing.slug);
  if (!building) return;
  const href = site.listingAddress(building.slug, chosen);
  const link = h('a', { href, lang: building.lang }, building.public_title);
  put(element, fillNodes(sentences.place.in, { building: link }));
  element.hidden = false;
  document.title = `${nameIn(listing.public_title, building)} · ${site.name}`;
}

/**
 * The page works without its terms and details. Without terms, it takes no bookings.
 *
 * @template Value @param {Promise<Value>} answer @returns {Promise<Value | null>}
 */
const orNull = (answer) => answer.catch(() => null);

/** @param {import('./api.js').Photo[]} photos @param {import('./api.js').Details | null} details */
function withCaptions(photos, details) {
  const captions = new Map(details?.photos.map((photo) => [photo.id, photo]));
  return photos.map((photo) => {
    const { caption = null, lang } = captions.get(photo.id) ?? {};
    return { ...photo, caption, lang };
  });
}

/** @param {Listing} listing @param {import('./api.js').Terms | null} terms */
function about(listing, terms) {
  const paragraphs = (listing.description ?? '').split(/\n\s*\n/).filter((text) => text.trim() !== '');
  return h(
    'section',
    { 'aria-label': sentences.place.about },
    h(
      'ul',
      { class: 'facts', 'aria-label': sentences.place.size },
      sizeOf(listing).map((part) => h('li', {}, part)),
    ),
    paragraphs.map((text) => h('p', { class: 'prose', lang: listing.lang }, text)),
    h(
      'dl',
      { class: 'times' },
      h('div', {}, h('dt', {}, sentences.place.arriveFrom), h('dd', {}, listing.check_in_time)),
      h('div', {}, h('dt', {}, sentences.place.leaveBy), h('dd', {}, listing.check_out_time)),
      terms?.registration_number
        ? h('div', {}, h('dt', {}, sentences.place.registration), h('dd', {}, terms.registration_number))
        : null,
    ),
  );
}

/** @param {Listing['address']} address @param {Context['site']} site */
function whereItIs(address, { mapTiles }) {
  const position = positionOf(address);
  return position ? placeMap(position, { tiles: mapTiles, words: placeOf(address) }) : null;
}

/**
 * Each has a page of its own.
 *
 * @param {Listing} listing
 * @param {Pick<Context, 'api' | 'site'>} context
 */
function rooms(listing, { api, site }) {
  if (listing.unit_types.length === 0) return null;
  const stay = readStay(location.search);
  // A coupon and extras may not apply to rooms, and the guests of a whole house are too many for one room.
  const guests = { adults: 1, childrenAges: [], pets: 0 };
  const parameters = stayParameters({ ...stay, ...guests, extras: [], coupon: null });
  return h(
    'section',
    { 'aria-labelledby': 'rooms' },
    h('h2', { id: 'rooms' }, listing.whole_building ? sentences.place.takeRoom : sentences.place.chooseRoom),
    h(
      'ul',
      { class: 'rooms' },
      listing.unit_types.map((room) =>
        h(
          'li',
          { class: 'card' },
          h(
            'a',
            { href: site.listingAddress(room.slug, parameters) },
            picture(inOrder(room.photos)[0], '', { drawing: drawingOf({}) }),
            h(
              'div',
              { class: 'card-text' },
              h('h3', { lang: room.lang }, room.public_title),
              room.headline ? h('p', { class: 'headline', lang: room.lang }, room.headline) : null,
              h('p', { class: 'size' }, sizeOf(room).join(' · ')),
              room.units_count > 1
                ? h('p', { class: 'size' }, fill(sentences.place.roomsOfKind, { count: room.units_count }))
                : null,
              priceTag(api, [room.slug], listing),
            ),
          ),
        ),
      ),
    ),
    listing.whole_building
      ? h(
          'p',
          { class: 'prose' },
          fillNodes(sentences.place.wholeHouse, {
            count: listing.whole_building.max_guests,
            link: h('a', { href: '#dates' }, sentences.place.chooseDates),
          }),
        )
      : null,
  );
}

const skeleton = () =>
  h(
    'div',
    { 'aria-hidden': 'true', class: 'skeleton' },
    h('p', { class: 'bone' }),
    h('p', { class: 'bone wide' }),
    h('div', { class: 'bone gallery' }),
  );
