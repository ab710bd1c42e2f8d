import type { TeamSettings } from '../../../../services/team/settings.ts';
import { computeFormVersion, type SentForm } from '../../../../web/sent-form.ts';
import { toNumberField } from '../../../../web/views/format.ts';

type Values = Record<string, string>;
type Part = {
  toValues: (team: TeamSettings) => Values;
  /** To notice changes by others. */
  computeVersion: (team: TeamSettings) => string;
  /** The body of an API request. */
  read: (form: SentForm) => Record<string, unknown>;
};

const createPart = (toValues: Part['toValues'], read: Part['read']): Part => ({
  toValues,
  computeVersion: (team) => computeFormVersion(toValues(team)),
  read,
});

export const TEAM_PARTS = {
  about: createPart(
    ({ name, timezone }) => ({ name, timezone }),
    (form) => ({ name: form.text('name'), timezone: form.text('timezone').trim() }),
  ),
  room: createPart(
    ({ reseating, unitFixedDays }) => ({
      reseating: reseating === 'on' ? 'on' : '',
      unit_fixed_days: toNumberField(unitFixedDays),
    }),
    (form) => ({
      reseating: form.isChecked('reseating') ? 'on' : 'off',
      unit_fixed_days: form.integer('unit_fixed_days'),
    }),
  ),
  invoices: createPart(
    ({ invoiceNumbering, invoicePrefix, creditNotePrefix, invoiceDetails }) => ({
      invoice_numbering: invoiceNumbering,
      invoice_prefix: invoicePrefix ?? '',
      credit_note_prefix: creditNotePrefix ?? '',
      invoice_details_title: invoiceDetails?.title ?? '',
      invoice_details_name: invoiceDetails?.name ?? '',
      invoice_details_address: invoiceDetails?.address ?? '',
      invoice_details_tax_number: invoiceDetails?.tax_number ?? '',
      invoice_details_footer: invoiceDetails?.footer ?? '',
    }),
    (form) => ({
      invoice_numbering: form.optional('invoice_numbering') ?? undefined,
      invoice_prefix: form.optional('invoice_prefix'),
      credit_note_prefix: form.optional('credit_note_prefix'),
      ...(form.optional('invoice_next_number') === null
        ? {}
        : { invoice_next_number: form.integer('invoice_next_number') }),
      ...(form.optional('credit_note_next_number') === null
        ? {}
        : { credit_note_next_number: form.integer('credit_note_next_number') }),
      invoice_details: {
        name: form.optional('invoice_details_name'),
        address: form.optional('invoice_details_address'),
        tax_number: form.optional('invoice_details_tax_number'),
        footer: form.optional('invoice_details_footer'),
        title: form.optional('invoice_details_title'),
      },
    }),
  ),
} satisfies Record<string, Part>;
export type TeamPart = keyof typeof TEAM_PARTS;

export const isTeamPart = (text: string): text is TeamPart => Object.hasOwn(TEAM_PARTS, text);
