import { PAYMENT_METHODS } from '../../../../../domain/vocabulary.ts';
import {
  amount,
  defineForm,
  type FieldKind,
  oneOf,
  optional,
  optionalDate,
  orNull,
  tick,
  unmarked,
} from '../../../../../web/form-table.ts';
import { METHOD_WORDS } from '../../../../../web/views/words.ts';

const METHOD_CHOICES = [
  { value: '', name: 'Not said' },
  ...PAYMENT_METHODS.map((value) => ({ value, name: METHOD_WORDS[value] })),
];
const method: FieldKind = orNull(unmarked(oneOf('How', METHOD_CHOICES)));
const OVERPAYMENT = tick('May be more than what is owed');

/** For paths of a payment, whose moment depends on the place's time zone. */
export const PAID_AT = 'paid_at';

/** A payment that came otherwise. */
export const definePayment = (currency: string) =>
  defineForm(
    {
      amount: amount('Amount', currency),
      [PAID_AT]: unmarked(optionalDate('Paid on')),
      method,
      reference: unmarked(optional('Reference')),
      allow_overpayment: OVERPAYMENT,
    },
    {
      amount: 'payment_amount',
      [PAID_AT]: 'paid_on',
      method: 'payment_method',
      reference: 'payment_reference',
    },
  );

/** Of a payment that is marked as paid, or paid back. */
export const STEP_PAID_ON = 'step_paid_on';
export const STEP_METHOD = 'step_method';
export const definePaymentStep = (currency: string) =>
  defineForm(
    {
      status: oneOf('The step'),
      refunded_amount: unmarked(amount('The refund', currency)),
      [PAID_AT]: unmarked(optionalDate('Paid on')),
      method,
      allow_overpayment: OVERPAYMENT,
    },
    { [PAID_AT]: STEP_PAID_ON, method: STEP_METHOD },
  );

/** The buttons of an invoice or a deposit. */
export const STEP = defineForm({ status: oneOf('The step') });
