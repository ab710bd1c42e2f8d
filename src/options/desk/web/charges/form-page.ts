import type { FastifyReply } from 'fastify';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../../../domain/limits.ts';
import type { ChargeKind } from '../../../../services/catalogue/charges.ts';
import type { PlaceName } from '../../../../services/place-names.ts';
import type { Form } from '../../../../web/form.ts';
import { renderPlaceChoice } from '../../../../web/form-table/places.ts';
import { type Drawn, type FormTable, field } from '../../../../web/form-table.ts';
import { renderField, renderHidden, renderSelect, toChoices } from '../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors, renderPassedNotice } from '../../../../web/views/parts.ts';
import { renderExampleCard, type Shown } from './example.ts';
import { buildTaxForm, COUPON, DISCOUNT, FEE, FIXED } from './forms.ts';
import { CHARGE_WORDS } from './words.ts';

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

const NAME: Drawn = { help: 'Guests see it in their price.', maxLength: MAX_NAME_LENGTH };

const renderValue = (form: Form, currency: string): Html =>
  renderField(form, {
    name: 'value',
    label: 'How much',
    keys: 'decimal',
    help: `In ${currency}, or in percent where it is a percentage.`,
  });

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

type AgesAndDates = Pick<
  FormTable<'ages.from' | 'ages.to' | 'valid_from' | 'valid_until'>,
  'fields' | 'nameOf'
>;

const renderAgesAndDates = (view: View, table: AgesAndDates, more: Html, names: readonly string[]): Html => {
  const { form } = view;
  return renderMore(
    view,
    'Ages, dates and more',
    ['ages_from', 'ages_to', 'valid_from', 'valid_until', ...names],
    html`${more}<div class="fields">${field(form, table, 'ages.from', { help: 'Adults count as 18.' })}
${field(form, table, 'ages.to', { help: 'Empty: adults too.' })}
${field(form, table, 'valid_from', { label: 'First night' })}
${field(form, table, 'valid_until', { label: 'Last night' })}</div>
${renderCode(view)}`,
  );
};

const FIELDS = {
  fee: (view) => {
    const { form, currency } = view;
    return html`${field(form, FEE, 'name', NAME)}
<div class="fields">${field(form, FEE, 'basis')}
${renderValue(form, currency)}</div>
${field(form, FEE, 'optional', { label: 'An extra: guests pay it only if they choose it' })}
${field(form, FEE, 'max_quantity', { label: 'Of an extra, how many at most', help: 'Empty: one.' })}
${field(form, FEE, 'taxable', { label: 'Taxes on fees are due on it' })}
${renderAgesAndDates(view, FEE, EMPTY_HTML, ['code'])}`;
  },
  tax: (view) => {
    const { form, currency } = view;
    const table = buildTaxForm(currency);
    const cap = field(form, table, 'max_amount', {
      help: 'For a percentage of what a night costs one person.',
    });
    return html`${field(form, table, 'name', NAME)}
<div class="fields">${field(form, table, 'basis')}
${renderValue(form, currency)}</div>
${field(form, table, 'included', { label: 'Your prices contain it already', help: 'For percentages. It is shown, and added to nothing.' })}
${field(form, table, 'applies_to', { label: 'A percentage of' })}
${field(form, table, 'max_nights', { help: 'Empty: all.' })}
${field(form, table, 'exempt_from_nights', { help: 'Empty: every stay owes it.' })}
${renderAgesAndDates(view, table, cap, ['max_amount', 'code'])}`;
  },
  discount: (view) => {
    const { form } = view;
    return html`${field(form, DISCOUNT, 'name', NAME)}
<div class="fields">${field(form, DISCOUNT, 'kind')}
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
${field(form, COUPON, 'active', { label: 'Guests can use it' })}
<div class="fields">${field(form, COUPON, 'valid_from', { label: 'Used from' })}
${field(form, COUPON, 'valid_until', { label: 'Used until' })}
${field(form, COUPON, 'stay_from')}
${field(form, COUPON, 'stay_until')}
${field(form, COUPON, 'min_nights')}
${field(form, COUPON, 'max_redemptions', { help: 'Empty: any number.' })}</div>`;
  },
} satisfies Record<ChargeKind, (view: View) => Html>;

const renderPlaces = ({ form, places }: View): Html =>
  renderPlaceChoice(form, {
    label: 'Where',
    all: 'At all places, also those to come',
    places,
    toValue: ({ slug }) => slug,
  });
