/** A drawing of the head of a team's site, by day and by night. An SVG, because the page allows no styles within it. */

import {
  chooseTextColor,
  computeContrast,
  computeLeastContrast,
  findReadableShade,
  listSiteGrounds,
  type SiteScheme,
} from '../../../../domain/color.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';

/** Addresses are whole, or relative to the page. */
export type SiteLook = {
  name: string;
  headline: string | null;
  sentence: string | null;
  /** Null: Innkeep's own. */
  color: string | null;
  logo: string | null;
  cover: string | null;
};

/** The site's own colours (`examples/booking-site`). */
const GROUNDS = {
  light: { title: 'By day', paper: '#faf8f4', card: '#ffffff', ink: '#1b2a2b', own: '#0c5c63' },
  dark: { title: 'By night', paper: '#101718', card: '#182224', ink: '#e9efed', own: '#7fd1cb' },
} satisfies Record<SiteScheme, Record<string, string>>;
const SCHEMES = ['light', 'dark'] as const satisfies SiteScheme[];

const WHITE = '#ffffff';
const WORDS_IN_DRAWING = { name: 26, headline: 30, sentence: 48 };

export const renderSitePreview = (look: SiteLook): Html => html`
<div class="site-preview" data-preview>
${SCHEMES.map((scheme) => draw(look, scheme))}
${describeColor(look.color)}
</div>`;

function draw(look: SiteLook, scheme: SiteScheme): Html {
  const { title, paper, card, ink, own } = GROUNDS[scheme];
  const fill = look.color ?? own;
  const link = look.color === null ? own : findReadableShade(look.color, scheme);
  const onFill = chooseTextColor(fill);
  const onHead = look.cover === null ? onFill : WHITE;
  const words = cut(look.headline ?? look.name, WORDS_IN_DRAWING.headline);
  const sentence = cut(look.sentence ?? '', WORDS_IN_DRAWING.sentence);
  return html`<figure><figcaption>${title}</figcaption>
<svg viewBox="0 0 320 190" role="img" aria-label="The head of your site, ${title.toLowerCase()}">
<rect width="320" height="190" fill="${paper}"/>
${
  look.logo === null
    ? html`<circle cx="18" cy="15" r="6" fill="${fill}"/>`
    : html`<image href="${look.logo}" x="8" y="5" width="40" height="20" preserveAspectRatio="xMinYMid meet"/>`
}
<text x="${look.logo === null ? 30 : 54}" y="19" font-size="11" fill="${ink}">${cut(look.name, WORDS_IN_DRAWING.name)}</text>
${
  look.cover === null
    ? html`<rect y="30" width="320" height="94" fill="${fill}"/>`
    : html`<image href="${look.cover}" y="30" width="320" height="94" preserveAspectRatio="xMidYMid slice"/><rect y="30" width="320" height="94" fill="#000000" fill-opacity="0.55"/>`
}
<text x="16" y="68" font-size="17" fill="${onHead}">${words}</text>
<text x="16" y="88" font-size="10" fill="${onHead}">${sentence}</text>
<rect x="16" y="106" width="288" height="34" rx="8" fill="${card}"/>
<text x="28" y="127" font-size="10" fill="${ink}">Arrival · Departure · Guests</text>
<rect x="236" y="111" width="60" height="24" rx="6" fill="${fill}"/>
<text x="266" y="127" font-size="10" text-anchor="middle" fill="${onFill}">Search</text>
<rect x="16" y="150" width="288" height="32" rx="8" fill="${card}"/>
<text x="28" y="170" font-size="10" fill="${link}" text-decoration="underline">All dates and prices</text>
</svg></figure>`;
}

const cut = (text: string, length: number): string => {
  const points = [...text];
  return points.length <= length ? text : `${points.slice(0, length - 1).join('')}…`;
};

/** What the site makes of the colour, in words. */
function describeColor(color: string | null): Html {
  if (color === null) return EMPTY_HTML;
  const text = chooseTextColor(color);
  const name = text === WHITE ? 'white' : 'black';
  return html`<p class="help">On ${color}, buttons are written in ${name}: a contrast of ${say(computeContrast(color, text))}. Links have ${sayShade(color, 'light', 'darker')} by day, and ${sayShade(color, 'dark', 'lighter')} by night. At least 4.5 : 1 can be read by nearly everybody.</p>`;
}

/** With the contrast to the ground on which it is least. */
function sayShade(color: string, scheme: SiteScheme, which: string): string {
  const shade = findReadableShade(color, scheme);
  const contrast = computeLeastContrast(shade, listSiteGrounds(color, scheme));
  return `${shade === color ? 'the colour itself' : `a ${which} shade of it`} (${say(contrast)})`;
}

/** Rounded down, so that it never says more than there is. */
const say = (contrast: number): string => `${(Math.floor(contrast * 10) / 10).toFixed(1)} : 1`;
