import {
  defineForm,
  type FieldKind,
  integer,
  longText,
  oneOf,
  optional,
  optionalInteger,
  required,
  tick,
} from '../../../../web/form-table.ts';

const onOff = (label: string): FieldKind => ({
  ...tick(label),
  read: (form, name) => (form.isChecked(name) ? 'on' : 'off'),
  show: (value) => (value === 'on' ? 'on' : ''),
});

/** Others draw numbers meanwhile, so the field is only for raising it. */
const raisedNumber = (label: string): FieldKind => ({
  ...optionalInteger(label),
  read: (form, name) => (form.optional(name) === null ? undefined : form.integer(name)),
  show: () => '',
});

const NUMBERING_CHOICES = [
  { value: 'booking', name: 'By booking: its code and a count' },
  { value: 'consecutive', name: 'One after the other, without gaps' },
];

export const TEAM_PARTS = {
  about: defineForm({ name: required('Name'), timezone: required('Time zone') }),
  security: defineForm({ require_second_factor: tick('Members need a second factor') }),
  room: defineForm({ reseating: onOff('Making room'), unit_fixed_days: integer('Days before arrival') }),
  seller: defineForm({
    'invoice_details.name': optional('Name of the business'),
    'invoice_details.address': longText('Address'),
    'invoice_details.tax_number': optional('Tax number'),
    'invoice_details.footer': longText('At the foot'),
    'invoice_details.title': optional('Title'),
  }),
  invoices: defineForm({
    invoice_numbering: {
      ...oneOf('How invoices are numbered', NUMBERING_CHOICES),
      read: (form, name) => form.optional(name) ?? undefined,
    },
    invoice_prefix: optional('Before each number'),
    invoice_next_number: raisedNumber('Go on with the number'),
    credit_note_prefix: optional('Before the numbers of credit notes'),
    credit_note_next_number: raisedNumber('Go on with the credit note'),
  }),
};
export type TeamPart = keyof typeof TEAM_PARTS;

export const isTeamPart = (text: string): text is TeamPart => Object.hasOwn(TEAM_PARTS, text);
