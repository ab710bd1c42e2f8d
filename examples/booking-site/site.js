/** Where the page stands: what its meta elements say, and how its own addresses are made. */

/** @param {string} name */
const meta = (name) =>
  document.querySelector(`meta[name="innkeep-${name}"]`)?.getAttribute('content')?.trim() ?? '';

/** @typedef {ReturnType<typeof createSite>} Site */

export function createSite() {
  const query = new URLSearchParams(location.search);
  // Told once, at the start: the page's own address may change while it is open.
  const team = meta('team');
  const base = meta('base') ? new URL(meta('base'), document.baseURI).href : null;
  const own = new URL(location.pathname, location.href).href;
  return {
    team,
    name: meta('name') || 'Places to stay',
    /** Without one the page's own origin. */
    api: new URL(meta('api') || '/', document.baseURI).href,
    bookUrl: meta('book-url') || null,

    /** What the address asks for. A page that is hosted as a file says the listing in the query. */
    wanted() {
      const path = base && own.startsWith(`${base}/`) ? decode(own.slice(base.length + 1)) : '';
      const page = Number(query.get('page'));
      return {
        listing: (base ? path : query.get('listing')) || null,
        page: Number.isInteger(page) && page > 0 ? page : 1,
      };
    },

    /** @param {number} [page] */
    listAddress(page = 1) {
      return addressOf(base ?? own, page > 1 ? { page: String(page) } : {});
    },

    /** @param {string} slug @param {Record<string, string>} [stay] */
    listingAddress(slug, stay = {}) {
      return base
        ? addressOf(`${base}/${encodeURIComponent(slug)}`, stay)
        : addressOf(own, { listing: slug, ...stay });
    },
  };
}

/** @param {string} address @param {Record<string, string>} query */
function addressOf(address, query) {
  const parameters = new URLSearchParams(query);
  return parameters.size > 0 ? `${address}?${parameters}` : address;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
