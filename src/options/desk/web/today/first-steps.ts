import { type Html, html } from '../../../../web/views/html.ts';
import { renderIcon } from '../../../../web/views/icons.ts';
import { FIRST_STEPS, type FirstStep, type FirstSteps } from '../../services/first-steps.ts';

type StepText = { name: string; why: string };

const STEP_TEXTS = {
  place: { name: 'Add a place', why: 'A flat, a house, or a building with its kinds of rooms.' },
  photos: { name: 'Show its photos', why: 'Guests look at them first.' },
  prices: { name: 'Set its prices', why: 'The price of a night, seasons, and the shortest stay.' },
  charges: { name: 'Add fees and taxes', why: 'Cleaning, the city’s tax, breakfast.' },
  terms: { name: 'Say what a cancellation costs', why: 'Your terms, a deposit, and when the rest is due.' },
  site: { name: 'Open your booking site', why: 'By request, or bookings at once.' },
  channels: { name: 'Connect other channels', why: 'Calendars of Airbnb, Booking.com and Vrbo, both ways.' },
} satisfies Record<FirstStep, StepText>;

/** Null if the step leads to a place's own page, and the team has no place yet. */
function findPage(step: FirstStep, placeId: string | null): string | null {
  switch (step) {
    case 'place':
      return placeId === null ? '/places/new' : '/places';
    case 'photos':
      return placeId === null ? null : `/places/${placeId}/photos`;
    case 'prices':
      return placeId === null ? null : `/prices/${placeId}`;
    case 'charges':
      return '/charges';
    case 'terms':
    case 'site':
      return '/site';
    case 'channels':
      return placeId === null ? null : `/places/${placeId}/channels`;
  }
}

/** `base` is the path of the team's pages. */
export function renderFirstSteps(base: string, { isDone, firstPlaceId }: FirstSteps): Html {
  const done = FIRST_STEPS.filter((step) => isDone[step]).length;
  const next = FIRST_STEPS.find((step) => !isDone[step]);
  return html`<section class="card" aria-labelledby="first-steps">
<h2 id="first-steps">To your first booking <span class="count">${done} of ${FIRST_STEPS.length}</span></h2>
<ol class="first-steps">
${FIRST_STEPS.map((step) => renderStep({ step, isDone: isDone[step], isNext: step === next, page: toAddress(base, findPage(step, firstPlaceId)) }))}
</ol>
</section>`;
}

const toAddress = (base: string, page: string | null) => (page === null ? null : base + page);

type StepView = { step: FirstStep; isDone: boolean; isNext: boolean; page: string | null };

function renderStep({ step, isDone, isNext, page }: StepView): Html {
  const { name, why } = STEP_TEXTS[step];
  const link = page === null ? html`<strong>${name}</strong>` : html`<a href="${page}">${name}</a>`;
  return html`<li${isDone ? html` class="done"` : isNext ? html` class="next" aria-current="step"` : ''}>
<span class="step-mark">${isDone ? renderIcon('done') : ''}</span>
<span>${link}${isDone ? html` <span class="badge">Done</span>` : ''}<br><span class="faint">${why}</span></span>
</li>`;
}
