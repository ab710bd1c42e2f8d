import type { UnitLabel } from '../../../services/unit-labels.ts';
import { defineForm, type FieldKind, oneOf, optional, required, tick } from '../../../web/form-table.ts';
import { renderTextArea } from '../../../web/views/fields.ts';
import { findSourceOfAddress } from './channels.ts';
import { unitField } from './unit-field.ts';

/** One on each line. */
const lines = (label: string): FieldKind => ({
  ...optional(label),
  read: (form, name) =>
    form
      .text(name)
      .split('\n')
      .filter((line) => line.trim() !== ''),
  show: (value) => (value as readonly string[]).join('\n'),
  draw: (form, input) => renderTextArea(form, { isOptional: true, ...input }),
});

const FIELDS = {
  name: required('Name'),
  url: required('Address'),
  source: {
    ...oneOf('Source'),
    // An empty one is that of the address.
    read: (form, name) => form.text(name) || findSourceOfAddress(form.text('url')),
  } satisfies FieldKind,
  ignore: lines('Ignored events'),
};

/** Of a feed that exists, which stays with its unit. */
export const FEED = defineForm({ ...FIELDS, paused: tick('Paused') });

/** Whose address is looked for. */
export const defineOut = (units: readonly UnitLabel[]) => defineForm({ unit: unitField('Unit', units) });

export const defineNewFeed = (units: readonly UnitLabel[]) =>
  defineForm({ unit_id: unitField('Unit', units), ...FIELDS });
