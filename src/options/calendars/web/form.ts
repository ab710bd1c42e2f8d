import { defineForm, type FieldKind, oneOf, optional, required, tick } from '../../../web/form-table.ts';
import { renderTextArea } from '../../../web/views/fields.ts';
import { findSourceOfAddress } from './channels.ts';

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

export const FEED = defineForm({
  unit_id: oneOf('Unit'),
  name: required('Name'),
  url: required('Address'),
  source: {
    ...oneOf('Source'),
    // An empty one is that of the address.
    read: (form, name) => form.text(name) || findSourceOfAddress(form.text('url')),
  },
  ignore: lines('Ignored events'),
  paused: tick('Paused'),
});
