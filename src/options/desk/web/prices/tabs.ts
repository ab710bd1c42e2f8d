import { type Html, html } from '../../../../web/views/html.ts';

/** The path below that of the team's pages, and the name. */
const PRICES_TABS = {
  places: ['prices', 'Nights'],
  adjust: ['prices/adjust', 'Change many prices'],
  fee: ['charges', 'Fees and extras'],
  tax: ['charges?kind=tax', 'Taxes'],
  discount: ['charges?kind=discount', 'Discounts'],
  coupon: ['charges?kind=coupon', 'Coupons'],
} as const;

export const renderPricesTabs = (base: string, current: keyof typeof PRICES_TABS): Html =>
  html`<nav class="place-tabs" aria-label="Pages of prices"><ul class="tab-row">${Object.entries(
    PRICES_TABS,
  ).map(
    ([tab, [path, name]]) =>
      html`<li><a href="${base}/${path}"${tab === current ? html` aria-current="page"` : ''}>${name}</a></li>`,
  )}</ul></nav>`;
