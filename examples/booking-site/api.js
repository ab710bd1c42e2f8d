/**
 * The public endpoints, and nothing else of Innkeep.
 *
 * @typedef {{ id: string, is_featured: boolean, width: number | null, height: number | null,
 *   thumbnail_url: string | null, medium_url: string | null, original_url: string | null }} Photo
 * @typedef {{ slug: string, lang?: string, public_title: string, headline: string | null, max_guests: number,
 *   bedrooms_count: number, beds_count: number, bathrooms_count: number, bathrooms_half: boolean,
 *   units_count: number, photos: Photo[] }} UnitType
 * @typedef {{ slug: string, lang?: string, kind: string, public_title: string, property_type: string, max_guests: number,
 *   bedrooms_count: number, beds_count: number, bathrooms_count: number, bathrooms_half: boolean,
 *   currency: string, timezone: string, check_in_time: string, check_out_time: string,
 *   address: { city: string | null, state: string | null, country: string | null,
 *     latitude: string | null, longitude: string | null },
 *   headline: string | null, description: string | null, photos: Photo[], unit_types: UnitType[],
 *   whole_building: { max_guests: number, bedrooms: number } | null }} Listing
 * @typedef {{ date: string, available: boolean, units_left: string, day_rate: number, min_stay: number,
 *   closed_for_arrival: boolean, closed_for_departure: boolean }} Day
 * @typedef {{ code: string, message: string, required: number | null, actual: number | null,
 *   dates: string[] }} Reason
 * @typedef {{ type: string, code: string, name: string, lang?: string, basis: string, quantity: number | null,
 *   unit_amount: number | null, percent: number | null, base_amount: number | null, amount: number,
 *   included: boolean }} Line
 * @typedef {{ check_in: string, check_out: string, nights: number, grand_total: number }} Alternative
 * @typedef {{ name: string, grace_until: string | null, refunds: { until: string, percent: number }[],
 *   fee_of: 'total' | 'nights' }} Cancellation
 * @typedef {{ grand_total: number, currency: string, coupon_code: string | null, price_breakdown: Line[],
 *   nightly_rates: { date: string, base_rate: number, extra_guests: number, rate: number }[] }} Price
 * @typedef {{ adults: number, children_ages: number[], infants: number, pets: number }} Party
 * @typedef {{ available: boolean, reasons: Reason[], party: Party, units_left: number, alternatives: Alternative[],
 *   cancellation: Cancellation | null, price: Price }} Quote
 * @typedef {{ name: string, site_max_nights: number, languages?: string[], langs?: Record<string, string>,
 *   contact: { email: string | null, phone: string | null, website: string | null },
 *   privacy_url: string | null, terms_url: string | null, imprint: string | null, site_headline?: string | null,
 *   site_sentence?: string | null, site_color?: string | null, logo_url?: string | null, cover_url?: string | null,
 *   cover_medium_url?: string | null,
 *   cover_thumbnail_url?: string | null }} Team
 * @typedef {{ smoking: boolean | null, parties: boolean | null, quiet_from: string | null, quiet_until: string | null,
 *   minimum_age: number | null, text: string | null, lang?: string }} HouseRules
 * @typedef {{ name: string, beds: { kind: string, count: number }[] }} Room
 * @typedef {{ amenities: { code: string, name: string, group: string }[], house_rules: HouseRules, rooms: Room[],
 *   photos: { id: string, caption: string | null, lang?: string }[],
 *   party: { max_guests: number, max_children: number | null, max_infants: number | null, max_pets: number },
 *   extras: { code: string, name: string, lang?: string, basis: string, amount: number | null,
 *     max_quantity: number | null }[] }} Details
 * @typedef {{ site_bookings: 'off' | 'request' | 'instant', deposit_percent: number, balance_due_days: number,
 *   cancellation_policy: { grace_hours: number, grace_days_before: number } | null,
 *   security_deposit: number | null, currency: string, registration_number: string | null }} Terms
 * @typedef {{ listing: string, check_in: string, check_out: string, party: Omit<Party, 'infants'>,
 *   extras: { code: string, quantity: number }[], guest: { name: string, email: string, phone: string | null }, coupon_code: string | null,
 *   special_requests: string | null, expected_total: number }} Wish
 * @typedef {{ confirmation_code: string, status: 'pending' | 'confirmed' | 'completed' | 'cancelled',
 *   expires_at: string | null, listing: string, check_in: string, check_out: string, nights: number,
 *   number_of_guests: number, party: Party, currency: string, grand_total: number, price_breakdown: Line[],
 *   cancellation: Cancellation | null, created_at: string, cancelled_at: string | null, paid_total: number,
 *   balance_due: number, cancellation_fee: number | null, timezone: string, check_in_time: string, check_out_time: string,
 *   security_deposit: { amount: number, status: 'pending' | 'held' | 'returned' | 'kept' | 'cancelled' } | null,
 *   address: { street: string | null, postcode: string | null, city: string | null, state: string | null,
 *     country: string | null, latitude: string | null, longitude: string | null } | null,
 *   calendar: { uid: string, sequence: number }, payments: { amount: number, due_on: string | null,
 *     status: 'scheduled' | 'paid' | 'failed' | 'refunded' | 'cancelled' }[], payment_instructions: string | null,
 *   payment_link: string | null, arrival_instructions: string | null, langs?: Record<string, string> }} SiteBooking
 * @typedef {{ id: string, kind: 'invoice' | 'credit_note', number: string, amount: number, status: 'issued' | 'paid',
 *   issued_at: string }} GuestDocument
 * @typedef {GuestDocument & { language: string, title: string | null, corrects: string[], confirmation_code: string, timezone: string,
 *   due_on: string | null, seller: { name: string | null, address: string | null, tax_number: string | null,
 *     footer: string | null }, to: { name: string, address: string | null }, place: { title: string,
 *     address: string | null }, check_in: string, check_out: string, number_of_guests: number, currency: string,
 *   lines: Line[], lines_total: number, invoiced_before: string[], invoiced_before_amount: number,
 *   credited: number, credited_by: string[], taxes: { name: string, percent: number | null,
 *     included: boolean, net: number | null, amount: number, gross: number | null }[], paid: number | null,
 *   due: number | null }} WholeGuestDocument
 * @typedef {Pick<SiteBooking, 'confirmation_code' | 'check_in' | 'check_out'> & { key: string }} NewSiteBooking
 * @typedef {{ currency: string, cancellation_fee: number, refund_due: number }} CancellationCost
 * @typedef {{ data: Listing[], meta: { current_page: number, last_page: number, total: number } }} ListingPage
 * @typedef {Quote & { listing: Listing, distance_km: number | null }} SearchResult
 * @typedef {{ data: SearchResult[], meta: { current_page: number, last_page: number, total: number,
 *   available_total: number, unavailable_total: number },
 *   facets: { property_type: Record<string, number>,
 *     total: { min: number, max: number, currency: string } | null } }} SearchPage
 * @typedef {{ [name: string]: string | null }} StayQuery
 * @typedef {{ [name: string]: string | number | null }} Query
 */
import { fill, sentences } from './sentences.js';

const BOOKINGS = '/bookings';
/** How many other dates to offer for a stay that cannot be had. */
export const ALTERNATIVES = 3;
/** A search names none of them for a longer stay. */
export const MAX_NIGHTS_WITH_ALTERNATIVES = 31;

/** An unexpected answer, with the message for the visitor, and whether another attempt may help. */
export class ApiError extends Error {
  /**
   * @param {number} status 0: no answer at all
   * @param {string} message
   * @param {{ errors?: Record<string, string[]>, price?: Price | null }} [body]
   */
  constructor(status, message, { errors = {}, price = null } = {}) {
    super(message);
    this.status = status;
    this.fields = errors;
    /** The present price, if it is not the one that the visitor agreed to. */
    this.price = price;
  }
}

/** @param {unknown} error */
export const isAborted = (error) => error instanceof DOMException && error.name === 'AbortError';

/** @typedef {ReturnType<typeof createApi>} Api */

/** @param {string} address where the API is @param {string} team its slug */
export function createApi(address, team) {
  const root = `${address.replace(/\/+$/, '')}/v1/public/${encodeURIComponent(team)}`;

  /** In the page's language. @param {string} path @param {RequestInit & { query?: Query }} [options] */
  async function ask(path, { query = {}, ...options } = {}) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, language: query.language ?? sentences.code }))
      if (value !== null && value !== undefined) parameters.set(name, String(value));
    const response = await fetch(`${root}${path}?${parameters}`, options).catch((error) => {
      if (isAborted(error)) throw error;
      throw new ApiError(0, sentences.problems.offline);
    });
    const body = await response.json().catch((error) => {
      if (isAborted(error)) throw error;
      return {};
    });
    if (response.ok) return body;
    const isWish = path === BOOKINGS && options.method === 'POST';
    const isRead = !options.method;
    const errors = isRead ? wordFields(body.errors) : body.errors;
    throw new ApiError(response.status, messageOf(response, body, { isWish, isRead }), { ...body, errors });
  }

  /**
   * @param {string} path
   * @param {Query} [query]
   * @param {AbortSignal} [signal]
   */
  function get(path, query = {}, signal) {
    // The browser asks whether what it keeps is still so. What the team has changed a moment ago shows at once.
    return ask(path, { cache: 'no-cache', query, ...(signal ? { signal } : {}) });
  }

  /** @param {string} slug */
  const of = (slug) => `/listings/${encodeURIComponent(slug)}`;
  /** @param {string} code */
  const booked = (code) => `${BOOKINGS}/${encodeURIComponent(code)}`;
  return {
    /** @param {string} [language] before that of the page is known @returns {Promise<Team>} */
    team: async (language) => (await get('', language ? { language } : {})).data,
    /** @param {number} page @returns {Promise<ListingPage>} */
    listings: (page) => get('/listings', { page }),
    /** @param {Record<string, string | number | null>} query @returns {Promise<SearchPage>} */
    search: (query) => get('/search', query),
    /** @param {string} slug @returns {Promise<Listing>} */
    listing: async (slug) => (await get(of(slug))).data,
    /** @param {string} slug @returns {Promise<Details>} */
    details: async (slug) => (await get(`${of(slug)}/details`)).data,
    /** Both dates included. @param {string} slug @param {string} from @param {string} to @returns {Promise<Day[]>} */
    calendar: async (slug, from, to) =>
      (await get(`${of(slug)}/calendar`, { start_date: from, end_date: to })).data,
    /** @param {string} slug @param {StayQuery} stay @param {AbortSignal} signal @returns {Promise<Quote>} */
    quote: async (slug, stay, signal) =>
      (await get(`${of(slug)}/availability`, { ...stay, alternatives: ALTERNATIVES }, signal)).data,
    /** @param {string} slug @returns {Promise<Terms>} */
    terms: async (slug) => (await get(`${of(slug)}/terms`)).data,
    /**
     * Under the same idempotency key, the same wish is never booked twice.
     *
     * @param {Wish} wish @param {string} idempotencyKey @returns {Promise<NewSiteBooking>}
     */
    async book(wish, idempotencyKey) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
      return (await ask(BOOKINGS, { method: 'POST', headers, body: JSON.stringify(wish) })).data;
    },
    /** @param {string} code @param {string} key @returns {Promise<SiteBooking>} */
    booking: async (code, key) => (await ask(booked(code), { headers: { 'booking-key': key } })).data,
    /** Its invoices and credit notes that are issued or paid. @param {string} code @param {string} key @returns {Promise<GuestDocument[]>} */
    documents: async (code, key) =>
      (await ask(`${booked(code)}/documents`, { headers: { 'booking-key': key } })).data,
    /** @param {string} code @param {string} key @param {string} id @returns {Promise<WholeGuestDocument>} */
    document: async (code, key, id) =>
      (await ask(`${booked(code)}/documents/${encodeURIComponent(id)}`, { headers: { 'booking-key': key } }))
        .data,
    /** What cancelling it costs now. Refused where it cannot be cancelled here. @param {string} code @param {string} key @returns {Promise<CancellationCost>} */
    cancellation: async (code, key) =>
      (await ask(`${booked(code)}/cancellation`, { headers: { 'booking-key': key } })).data,
    /** @param {string} code @param {string} key @param {number} fee the fee that the guest agrees to @returns {Promise<SiteBooking>} */
    async cancel(code, key, fee) {
      const headers = { 'content-type': 'application/json', 'booking-key': key };
      const body = JSON.stringify({ expected_fee: fee });
      return (await ask(`${booked(code)}/cancel`, { method: 'POST', headers, body })).data;
    },
    /** Has the link sent to the guest, if the email is the guest's. @param {string} code @param {string} email */
    async sendLink(code, email) {
      const headers = { 'content-type': 'application/json' };
      await ask(`${booked(code)}/link`, { method: 'POST', headers, body: JSON.stringify({ email }) });
    },
  };
}

/**
 * The API words the refusals of writes in the page's language, and those of reads in English.
 *
 * @param {Record<string, string[]> | undefined} errors
 */
function wordFields(errors = {}) {
  if (sentences.code === 'en') return errors;
  const { coupon, problems } = sentences;
  const words = (/** @type {string} */ field) =>
    field === 'coupon_code' ? coupon.refused : problems.badStay;
  return Object.fromEntries(Object.keys(errors).map((field) => [field, [words(field)]]));
}

/**
 * @param {Response} response
 * @param {{ message?: string, success?: boolean }} body
 * @param {{ isWish: boolean, isRead: boolean }} request `isWish`: whether it refuses a wish
 */
function messageOf(response, body, { isWish, isRead }) {
  const { problems } = sentences;
  // A limit of requests per minute says so in its headers. Without them, too many requests wait for the team's answer.
  if (response.status === 429 && isWish && !response.headers.has('ratelimit-limit'))
    return problems.manyRequests;
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after'));
    return seconds > 0 ? fill(problems.tooFast, { count: seconds }) : problems.tooFastForNow;
  }
  if (response.status >= 500) return problems.busy;
  // A cancellation that is refused is worded as a write is, also when it is only asked about.
  const isWorded = response.status === 422 && (!isRead || body.success === false);
  return (sentences.code === 'en' || isWorded ? body.message : null) ?? problems.unknown;
}
