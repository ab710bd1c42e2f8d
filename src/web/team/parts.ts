/** The parts of the page *Team*: the values that each form shows, and the change that it asks for. */
import type { TeamRecord } from '../../services/team/settings.ts';
import { computeFormVersion, type SentForm } from '../sent-form.ts';
import { toNumberField } from '../views/format.ts';

type Values = Record<string, string>;
type Part = {
  toValues: (team: TeamRecord) => Values;
  /** A hash of the values that the form shows, to notice changes by others. */
  computeVersion: (team: TeamRecord) => string;
  /** Reads the form into the body of an API request. */
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
    ({ invoicePrefix, invoiceDetails }) => ({
      invoice_prefix: invoicePrefix ?? '',
      invoice_details_name: invoiceDetails?.name ?? '',
      invoice_details_address: invoiceDetails?.address ?? '',
      invoice_details_tax_number: invoiceDetails?.tax_number ?? '',
      invoice_details_footer: invoiceDetails?.footer ?? '',
    }),
    (form) => ({
      invoice_prefix: form.optional('invoice_prefix'),
      invoice_details: {
        name: form.optional('invoice_details_name'),
        address: form.optional('invoice_details_address'),
        tax_number: form.optional('invoice_details_tax_number'),
        footer: form.optional('invoice_details_footer'),
      },
    }),
  ),
} satisfies Record<string, Part>;
export type TeamPart = keyof typeof TEAM_PARTS;

export const isTeamPart = (text: string): text is TeamPart => Object.hasOwn(TEAM_PARTS, text);
