import {
  amount,
  defineForm,
  type FieldKind,
  oneOf,
  optionalAmount,
  unmarked,
} from '../../../../../web/form-table.ts';
import { toAmountField } from '../../../../../web/views/format.ts';
import { extras } from '../extras.ts';

/** None is shown as an empty field, because the nights are the rest. */
const part = (label: string, currency: string): FieldKind => ({
  ...unmarked(optionalAmount(label, currency)),
  show: (cents) => (cents ? toAmountField(cents as number, currency) : ''),
});

const AGREEMENTS = [
  { value: 'nights', name: 'What the nights cost' },
  { value: 'total', name: 'Everything, as one sum' },
  { value: 'rates', name: 'Nothing: today’s prices' },
];

/** It decides which total of the body the amount is. */
export const defineAgreement = (currency: string) =>
  defineForm({
    agreed: oneOf('What is agreed', AGREEMENTS),
    agreed_amount: unmarked(optionalAmount('Amount', currency)),
  });

/** Of an agreed total. */
export const TOTAL_PARTS = ['totals.discount_total', 'totals.fees_total', 'totals.taxes_total'] as const;
export const defineTotalParts = (currency: string) =>
  defineForm(
    {
      'totals.discount_total': part('Discounts in it', currency),
      'totals.fees_total': part('Fees in it', currency),
      'totals.taxes_total': part('Taxes in it', currency),
    },
    {
      'totals.discount_total': 'discount_total',
      'totals.fees_total': 'fees_total',
      'totals.taxes_total': 'taxes_total',
    },
  );

export const defineFee = (currency: string) => defineForm({ cancellation_fee: amount('Fee', currency) });

/** Of a stay that is over. */
export const EXTRAS = defineForm({ extras: extras('The extras') });
