/** A text of a page as a reader sees it. */
export const textWithoutEntities = (html: string): string =>
  html.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&');

/** The text of a card on a page, by its heading or label, without markup. */
export function textOfCard(page: string, name: string): string {
  const card = new RegExp(
    `<section[^>]*(?:aria-label="${name}"|aria-labelledby="${name}")[^>]*>[\\s\\S]*?</section>`,
  );
  return (card.exec(page)?.[0] ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The addresses to which a page's links lead, without those of another team and of other days of a calendar. */
export const linksIn = (body: string, base: string): string[] =>
  [...body.matchAll(/ href="([^"]+)/g)]
    .map(([, href = '']) => textWithoutEntities(href).replace(/#.*/, ''))
    .filter((href) => href.startsWith(`${base}/`) && !/[?&](from|month)=|\.csv(\?|$)/.test(href));
