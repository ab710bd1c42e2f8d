/** A text of a page as a reader sees it. */
export const textWithoutEntities = (html: string): string =>
  html.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&');

/** The addresses to which a page's links lead, without those of another team and of other days of a calendar. */
export const linksIn = (body: string, base: string): string[] =>
  [...body.matchAll(/ href="([^"]+)/g)]
    .map(([, href = '']) => textWithoutEntities(href).replace(/#.*/, ''))
    .filter((href) => href.startsWith(`${base}/`) && !/[?&](from|month)=|\.csv(\?|$)/.test(href));
