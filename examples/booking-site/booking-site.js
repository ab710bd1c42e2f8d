import { ApiError, createApi } from './api.js';
import { askForCode } from './booking-key.js';
import { contactsOf } from './contact.js';
import { showDocument } from './document.js';
import { h, put } from './dom.js';
import { createFooter } from './footer.js';
import { keptBookings } from './kept.js';
import { chooseLanguage, languageSwitch } from './language.js';
import { loadSentences } from './language-file.js';
import { showList } from './list.js';
import { showListing } from './listing.js';
import { paint, showLogo } from './look.js';
import { showMyBooking } from './my-booking.js';
import { showRequest } from './request.js';
import { showResults } from './results.js';
import { readSearch } from './search-address.js';
import { sentences, setSentences } from './sentences.js';
import { createSite } from './site.js';

const site = createSite();
paint(site.colour);
const api = createApi(site.api, site.team);
setSentences(await loadSentences(() => chooseLanguage(api)));
/** Who lets the places. The page works without it. */
const host = api.team().catch(() => null);
const context = { api, site, host };
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const brand = /** @type {HTMLAnchorElement} */ (document.getElementById('brand'));
brand.textContent = site.name;
brand.href = site.listAddress();
document.title = site.name;
for (const [place, words] of [
  ['.skip', sentences.frame.skip],
  ['#foot > p', sentences.frame.live],
])
  put(/** @type {Element} */ (document.querySelector(`${place}`)), `${words}`);
// Its address would take the place of a key in the fragment.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
const [latest] = keptBookings(site.team);
const mine = h(
  'a',
  { class: 'mine', href: site.listAddress({ booking: latest?.code ?? '' }) },
  latest ? sentences.frame.yourBookings : sentences.frame.findBooking,
);
brand.after(mine);

void host.then((team) => {
  if (!team) return;
  paint(site.colour ?? team.site_color);
  showLogo(brand, team.logo_url);
  mine.after(languageSwitch(team) ?? '');
  document.getElementById('foot')?.prepend(createFooter(team, contactsOf(site.contact, team)));
});

/** Shows the page that the address names, or explains why it cannot. */
async function show() {
  const { listing, page, booking, document: id, isLooking, isBooking } = site.wanted();
  const search = listing ? null : readSearch(location.search);
  try {
    if (booking && id) await showDocument(main, { ...context, code: booking, id });
    else if (booking) await showMyBooking(main, { ...context, code: booking });
    else if (isLooking) put(main, askForCode(site));
    else if (listing && isBooking) await showRequest(main, { ...context, slug: listing });
    else if (search) await showResults(main, { ...context, search });
    else if (listing) await showListing(main, { ...context, slug: listing });
    else await showList(main, { ...context, page });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    put(main, problem(error));
  } finally {
    main.removeAttribute('aria-busy');
  }
}

/** @param {ApiError} error */
function problem(error) {
  if (error.status === 404) {
    document.title = `${sentences.problems.notFound} · ${site.name}`;
    // The list itself does not exist, so the team does not either.
    if (!site.wanted().listing)
      return h(
        'section',
        { class: 'notice' },
        h('h1', {}, sentences.problems.noPage),
        h('p', {}, sentences.problems.noPageHint),
      );
    return h(
      'section',
      { class: 'notice' },
      h('h1', {}, sentences.problems.noPlace),
      h('p', {}, sentences.problems.noPlaceHint),
      h('a', { class: 'button', href: site.listAddress() }, sentences.problems.allPlaces),
    );
  }
  return h(
    'section',
    { class: 'notice', role: 'alert' },
    h('h1', {}, sentences.problems.failed),
    h('p', {}, error.message),
    h('button', { type: 'button', class: 'button', onclick: show }, sentences.frame.tryAgain),
  );
}

await show();
