import {
  defineForm,
  email,
  type FieldKind,
  oneOf,
  optional,
  orNull,
  password,
  required,
} from '../form-table.ts';
import type { Choice } from '../views/fields.ts';

/** UTC is first, and so chosen if the browser runs no script. */
const ZONES: readonly Choice[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({
  value: zone,
  name: zone.replaceAll('_', ' '),
}));

/** A browser's name for its zone may differ from the server's. */
const withTyped = (choices: readonly Choice[], typed = ''): readonly Choice[] =>
  typed === '' || choices.some(({ value }) => value === typed)
    ? choices
    : [...choices, { value: typed, name: typed }];

const zone = (label: string): FieldKind => ({
  ...oneOf(label),
  read: (form, name) => form.optional(name) ?? 'UTC',
  draw: (form, input) =>
    oneOf(label).draw(form, { ...input, choices: withTyped(ZONES, form.values[input.name]) }),
});

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
/** First those that most teams have. */
const CURRENCIES: readonly Choice[] = [
  ...new Set(['EUR', 'USD', 'GBP', 'CHF', ...Intl.supportedValuesOf('currency')]),
].map((code) => ({ value: code, name: `${code} · ${currencyNames.of(code)}` }));

export const NEW_TEAM = defineForm({
  team_name: required('Name of the team'),
  slug: optional('Short name'),
  currency: orNull(oneOf('Currency', CURRENCIES)),
  timezone: zone('Time zone'),
  name: required('Your name'),
  email: email('Your email'),
  password: password('Password'),
});
