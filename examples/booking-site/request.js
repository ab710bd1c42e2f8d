import { ApiError } from './api.js';
import { findBuildings, titleIn } from './buildings.js';
import { askUs, contactsOf } from './contact.js';
import { announce, h, put } from './dom.js';
import { longDay, money, todayIn, withReadableDates } from './format.js';
import { receipt } from './receipt.js';
import { createRequestForm } from './request-form.js';
import { createSending } from './request-sending.js';
import { fill, fillNodes, sentences } from './sentences.js';
import { knownAges, quoteParameters, readStay, stayParameters } from './stay-address.js';
import { cancellationList, paymentsInWords } from './terms-words.js';
import { partyInWords } from './words.js';

/**
 * @typedef {import('./api.js').Price} Price
 * @typedef {import('./site.js').Context & { slug: string }} Context
 * @typedef {NonNullable<Awaited<ReturnType<typeof load>>>} Loaded
 */

/**
 * The form with which a visitor requests or books the stay in the address, with its price and terms. A stay that cannot
 * be booked leads back to the place's own page, which says why.
 *
 * @param {HTMLElement} main
 * @param {Context} context
 */
export async function showRequest(main, { api, site, host, slug }) {
  const stay = readStay(location.search);
  const back = site.listingAddress(slug, stayParameters(stay));
  put(main, h('p', { class: 'hint' }, sentences.stay.asking));
  const [loaded, team] = await Promise.all([load(api, slug, stay), host]);
  if (!loaded) return location.replace(back);
  const { listing, quote, wish, isRequest } = loaded;
  const title = isRequest ? sentences.request.request : sentences.request.book;
  document.title = `${title} · ${listing.public_title} · ${site.name}`;
  const contacts = contactsOf(site.contact, team);
  const terms = createTerms(loaded, contacts);
  const form = createForm(loaded, {
    sending: createSending({ api, site, listing }),
    back,
    team,
    contacts,
    terms,
  });
  terms.show(quote.price);
  const buildings = findBuildings(api, [listing]);
  const lead = fill(sentences.request.lead, {
    from: longDay(wish.check_in),
    to: longDay(wish.check_out),
    party: partyInWords(stay),
  });
  put(
    main,
    h(
      'header',
      { class: 'place-head' },
      h(
        'nav',
        { class: 'crumbs', 'aria-label': sentences.frame.whereYouAre },
        h('a', { href: back }, '‹ ', titleIn(buildings, listing)),
      ),
      h('h1', {}, title),
      h('p', { class: 'lead' }, lead),
    ),
    form,
  );
}

/** Null if the stay cannot be booked. @param {Context['api']} api @param {string} slug @param {import('./stay-address.js').Stay} stay */
async function load(api, slug, stay) {
  const query = quoteParameters(stay);
  if (!query) return null;
  const [listing, terms, quote] = await Promise.all([
    api.listing(slug),
    api.terms(slug),
    api.quote(slug, query, new AbortController().signal).catch((error) => {
      if (error instanceof ApiError && error.status === 422) return null;
      throw error;
    }),
  ]);
  if (!quote?.available || terms.site_bookings === 'off') return null;
  const wish = {
    listing: slug,
    check_in: query.check_in,
    check_out: query.check_out,
    party: { adults: stay.adults, children_ages: knownAges(stay), pets: stay.pets },
    extras: stay.extras,
    coupon_code: stay.coupon,
  };
  return { listing, terms, quote, wish, isRequest: terms.site_bookings === 'request' };
}

/** What the visitor agrees to: price, payments, cancellation. @param {Loaded} loaded @param {import('./contact.js').Contact[]} contacts */
function createTerms({ listing, terms, quote, wish, isRequest }, contacts) {
  const today = todayIn(listing.timezone);
  const price = h('div', {});
  const payments = h('ul', { class: 'terms-list' });
  const cancellation = cancellationList(quote.cancellation, {
    today,
    checkIn: wish.check_in,
    policy: terms.cancellation_policy,
    first: isRequest ? [sentences.request.freeBeforeConfirmed] : [],
    contacts,
  });
  const element = h(
    'aside',
    { class: 'panel request-terms', 'aria-labelledby': 'terms-title' },
    h('h2', { id: 'terms-title' }, sentences.request.agreeTo),
    price,
    h('h3', {}, sentences.request.payment),
    payments,
    h('h3', {}, sentences.request.ifYouCancel),
    cancellation,
    contacts.length > 0 ? h('p', { class: 'hint' }, askUs(contacts, sentences.request.questions)) : null,
  );
  return {
    element,
    /** @param {Price} next */
    show(next) {
      put(price, receipt({ price: next }));
      const words = paymentsInWords({ total: next.grand_total, checkIn: wish.check_in, today }, terms);
      put(payments, ...words.map((text) => h('li', {}, text)));
    },
  };
}

/**
 * @param {Loaded} loaded
 * @param {{ sending: ReturnType<typeof createSending>, back: string, team: import('./api.js').Team | null,
 *   contacts: import('./contact.js').Contact[], terms: ReturnType<typeof createTerms> }} options
 */
function createForm({ quote, wish, isRequest }, { sending, back, team, contacts, terms }) {
  const { request: words } = sentences;
  let agreed = quote.price;
  const problem = h('div', { class: 'form-problem' });
  const submit = h('button', { class: 'button wide' });
  const paying = h('p', { class: 'hint' }, isRequest ? words.payNothingNow : words.payNothingHere);
  const form = createRequestForm(
    {
      values: sending.fields,
      termsUrl: team?.terms_url ?? null,
      privacyUrl: team?.privacy_url ?? null,
      onInput: sending.keepFields,
      onSubmit: () => void send(),
    },
    terms.element,
    [problem, submit, paying],
  );

  /** @param {Price} price */
  function agreeTo(price) {
    agreed = price;
    const total = money(price.grand_total, price.currency);
    put(submit, fill(isRequest ? words.sendRequest : words.bookFor, { price: total }));
  }

  async function send() {
    if (submit.disabled || !form.check()) return;
    const { name, email, phone, wishes } = form.values();
    const guest = { name, email, phone: phone || null };
    put(problem);
    setBusy(true);
    try {
      const more = { guest, special_requests: wishes || null, expected_total: agreed.grand_total };
      location.replace(await sending.send({ ...wish, ...more }));
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) throw error;
      explain(error);
    }
  }

  /** @param {boolean} isBusy */
  function setBusy(isBusy) {
    submit.disabled = isBusy;
    form.element.setAttribute('aria-busy', String(isBusy));
    announce(isBusy ? words.sending : '');
  }

  /** @param {ApiError} error */
  function explain(error) {
    if (error.status === 409 && error.price) {
      put(problem, changedPrice(agreed, error.price, back));
      terms.show(error.price);
      agreeTo(error.price);
      submit.focus();
      return;
    }
    const others = error.status === 422 ? form.refuse(error.fields) : [error.message];
    if (others.length === 0) return;
    const messages = error.status === 404 ? [words.noLongerTaken] : others;
    put(problem, refused(messages, [404, 422].includes(error.status) ? back : null, contacts));
    // A field that is refused as well has the focus already.
    if (!form.element.contains(document.activeElement)) submit.focus();
  }

  agreeTo(agreed);
  return form.element;
}

/** @param {Price} before @param {Price} now @param {string} back */
function changedPrice(before, now, back) {
  const { request: words } = sentences;
  const totalOf = (/** @type {Price} */ price) => money(price.grand_total, price.currency);
  return h(
    'div',
    { class: 'problem', role: 'alert' },
    h(
      'p',
      {},
      fillNodes(words.priceChanged, {
        bold: h('strong', {}, words.priceChangedBold),
        before: totalOf(before),
        now: totalOf(now),
      }),
    ),
    h('p', {}, words.priceChangedHint),
    h('a', { class: 'button plain', href: back }, words.otherDates),
  );
}

/** @param {string[]} messages @param {string | null} back @param {import('./contact.js').Contact[]} contacts */
const refused = (messages, back, contacts) =>
  h(
    'div',
    { class: 'problem', role: 'alert' },
    messages.map((message) => h('p', {}, withReadableDates(message))),
    contacts.length > 0 ? h('p', {}, askUs(contacts, sentences.request.askUsToo)) : null,
    back ? h('a', { class: 'button plain', href: back }, sentences.request.backToDates) : null,
  );
