import type { FastifyReply } from 'fastify';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../../../domain/limits.ts';
import type { ChargeKind } from '../../../../services/catalogue/charges.ts';
import type { PlaceName } from '../../../../services/place-names.ts';
import type { Form } from '../../../../web/form.ts';
import {
  renderCheckbox,
  renderCheckboxes,
  renderField,
  renderHidden,
  renderSelect,
  toChoices,
} from '../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors, renderPassedNotice } from '../../../../web/views/parts.ts';
import { renderPlaceChoice } from '../../../../web/views/place-choice.ts';
import { renderExampleCard, type Shown } from './example.ts';
import { FIXED } from './forms.ts';
import { CHARGE_WORDS, DISCOUNT_WORDS, FEE_BASIS_WORDS, TAX_BASIS_WORDS } from './words.ts';

type View = {
  base: string;
  /** Where the form is sent. */
  path: string;
  kind: ChargeKind;
  /** Null for a new charge. */
  name: string | null;
  currency: string;
  form: Form;
  seen: string;
  places: readonly PlaceName[];
  /** Undefined if no example was asked for. */
  example: Shown | undefined;
};

export function chargeFormPage(reply: FastifyReply, view: View): Html {
  const { base, path, kind, name, form, seen, example } = view;
  const { one } = CHARGE_WORDS[kind];
  return html`
<p class="back"><a href="${base}/charges?kind=${kind}">${CHARGE_WORDS[kind].all}</a></p>
<div class="head"><h1>${name === null ? `Add a ${one}` : html`<span class="name">${name}</span> <span class="faint">· ${one}</span>`}</h1></div>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<div class="columns even">
<form method="post" action="${path}" class="card">${renderFormToken(reply)}${renderHidden({ seen })}
${FIELDS[kind](view)}
${renderPlaces(view)}
<div class="actions"><button type="submit">${name === null ? `Add ${one}` : 'Save'}</button>
<button class="quiet" type="submit" name="look" value="on">Show an example first</button></div>
</form>
<div>${example === undefined ? html`<p class="faint">Fill in the form, then look at an example: a stay with it, priced as guests would pay it.</p>` : renderExampleCard({ kind }, example)}</div>
</div>
${name === null ? EMPTY_HTML : html`<p class="aside"><a href="${path}/delete">Delete this ${one}</a></p>`}`;
}

const renderName = (form: Form): Html =>
  renderField(form, {
    name: 'name',
    label: 'Name',
    help: 'Guests see it in their price.',
    maxLength: MAX_NAME_LENGTH,
  });

const renderValue = (form: Form, currency: string): Html =>
  renderField(form, {
    name: 'value',
    label: 'How much',
    keys: 'decimal',
    help: `In ${currency}, or in percent where it is a percentage.`,
  });

const renderDate = (form: Form, name: string, label: string): Html =>
  renderField(form, { name, label, type: 'date', isOptional: 'unmarked' });

const renderCount = (form: Form, name: string, label: string, help?: string): Html =>
  renderField(form, { name, label, keys: 'numeric', isOptional: 'unmarked', help });

/** The code of a stored charge cannot be changed. */
const renderCode = ({ form, name }: View): Html =>
  name === null
    ? renderField(form, {
        name: 'code',
        label: 'Code',
        help: 'Price lines are in the order of their codes. Empty: made of the name.',
        maxLength: MAX_CODE_LENGTH,
        isOptional: true,
      })
    : EMPTY_HTML;

/** Fields that few charges need. They are open if one of them is filled in or has an error. */
function renderMore(view: View, summary: string, names: readonly string[], fields: Html): Html {
  const { form } = view;
  // The form of a stored charge does not show the code.
  const shown = view.name === null ? names : names.filter((name) => name !== 'code');
  const isOpen = shown.some((name) => (form.values[name] ?? '') !== '' || form.errors[name] !== undefined);
  return html`<details class="more"${isOpen ? ' open' : ''}><summary>${summary}</summary>${fields}</details>`;
}

const renderAgesAndDates = (view: View, more: Html, names: readonly string[]): Html => {
  const { form } = view;
  return renderMore(
    view,
    'Ages, dates and more',
    ['ages_from', 'ages_to', 'valid_from', 'valid_until', ...names],
    html`${more}<div class="fields">${renderCount(form, 'ages_from', 'From this age', 'Adults count as 18.')}
${renderCount(form, 'ages_to', 'To this age', 'Empty: adults too.')}
${renderDate(form, 'valid_from', 'First night')}
${renderDate(form, 'valid_until', 'Last night')}</div>
${renderCode(view)}`,
  );
};

const FIELDS = {
  fee: (view) => {
    const { form, currency } = view;
    return html`${renderName(form)}
<div class="fields">${renderSelect(form, { name: 'basis', label: 'How it is counted', choices: toChoices(FEE_BASIS_WORDS) })}
${renderValue(form, currency)}</div>
${renderCheckbox(form, { name: 'optional', label: 'An extra: guests pay it only if they choose it' })}
${renderCount(form, 'max_quantity', 'Of an extra, how many at most', 'Empty: one.')}
${renderCheckbox(form, { name: 'taxable', label: 'Taxes on fees are due on it' })}
${renderAgesAndDates(view, EMPTY_HTML, ['code'])}`;
  },
  tax: (view) => {
    const { form, currency } = view;
    const targets = toChoices({ accommodation: 'The nights', fees: 'Taxable fees' });
    return html`${renderName(form)}
<div class="fields">${renderSelect(form, { name: 'basis', label: 'How it is counted', choices: toChoices(TAX_BASIS_WORDS) })}
${renderValue(form, currency)}</div>
${renderCheckbox(form, { name: 'included', label: 'Your prices contain it already', help: 'For percentages. It is shown, and added to nothing.' })}
${renderCheckboxes(form, { name: 'applies_to', label: 'A percentage of', choices: targets })}
${renderCount(form, 'max_nights', 'Nights at most', 'Empty: all.')}
${renderCount(form, 'exempt_from_nights', 'Not for stays from so many nights on', 'Empty: every stay owes it.')}
${renderAgesAndDates(view, renderField(form, { name: 'max_amount', label: `At most, for a person and night`, keys: 'decimal', isOptional: 'unmarked', help: 'For a percentage of what a night costs one person.' }), ['max_amount', 'code'])}`;
  },
  discount: (view) => {
    const { form } = view;
    return html`${renderName(form)}
<div class="fields">${renderSelect(form, { name: 'kind', label: 'For whom', choices: toChoices(DISCOUNT_WORDS) })}
${renderField(form, { name: 'days', label: 'How many', keys: 'numeric', help: 'Nights at least. For early birds days ahead at least, at the last minute at most.' })}</div>
${renderField(form, { name: 'value', label: 'Percent off the nights', keys: 'decimal' })}
${view.name === null ? renderMore(view, 'More', ['code'], renderCode(view)) : ''}`;
  },
  coupon: (view) => {
    const { form, name, currency } = view;
    const bases = toChoices({ percent: 'Percent', [FIXED]: currency });
    return html`${name === null ? renderField(form, { name: 'code', label: 'Code', help: 'What guests type, in either case.', maxLength: MAX_CODE_LENGTH }) : ''}
<div class="fields">${renderField(form, { name: 'value', label: 'How much', keys: 'decimal' })}
${renderSelect(form, { name: 'basis', label: 'In', choices: bases })}</div>
${renderCheckbox(form, { name: 'active', label: 'Guests can use it' })}
<div class="fields">${renderDate(form, 'valid_from', 'Used from')}
${renderDate(form, 'valid_until', 'Used until')}
${renderDate(form, 'stay_from', 'Arrival on or after')}
${renderDate(form, 'stay_until', 'Departure on or before')}
${renderCount(form, 'min_nights', 'Nights at least')}
${renderCount(form, 'max_redemptions', 'Bookings at most', 'Empty: any number.')}</div>`;
  },
} satisfies Record<ChargeKind, (view: View) => Html>;

const renderPlaces = ({ form, places }: View): Html =>
  renderPlaceChoice(form, {
    names: { which: 'places', list: 'listings' },
    label: 'Where',
    all: 'At all places, also those to come',
    places,
    toValue: ({ slug }) => slug,
  });
