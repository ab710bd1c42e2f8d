import { z } from 'zod';
import { instantOrNull, instantText } from '../../domain/notation.ts';
import type { Folio } from '../../services/bookings/reading.ts';
import { instantSchema, nullableText } from './formats.ts';

/** A booking's payments, invoices and deposit (contract, section 8, "Folio"). */
export const folioSchema = z.object({
  currency: z.string(),
  grand_total: z.int(),
  paid_total: z.int(),
  balance_due: z.int(),
  payments: z.array(
    z.object({
      id: z.string(),
      amount: z.int(),
      status: z.string(),
      due_on: nullableText,
      paid_at: instantSchema.nullable(),
    }),
  ),
  invoices: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      amount: z.int(),
      status: z.string(),
      issued_at: instantSchema,
      voided_at: instantSchema.nullable(),
    }),
  ),
  security_deposit: z
    .object({
      id: z.string(),
      amount: z.int(),
      status: z.string(),
      held_at: instantSchema.nullable(),
      returned_at: instantSchema.nullable(),
    })
    .nullable(),
});

export const presentFolio = (folio: Folio): z.infer<typeof folioSchema> => ({
  currency: folio.currency,
  grand_total: folio.grandTotalCents,
  paid_total: folio.paidTotalCents,
  balance_due: folio.balanceDueCents,
  payments: folio.payments.map((payment) => ({
    id: payment.id,
    amount: payment.amountCents,
    status: payment.status,
    due_on: payment.dueOn,
    paid_at: instantOrNull(payment.paidAt),
  })),
  invoices: folio.invoices.map((invoice) => ({
    id: invoice.id,
    number: invoice.number,
    amount: invoice.amountCents,
    status: invoice.status,
    issued_at: instantText(invoice.issuedAt),
    voided_at: instantOrNull(invoice.voidedAt),
  })),
  security_deposit: folio.deposit && {
    id: folio.deposit.id,
    amount: folio.deposit.amountCents,
    status: folio.deposit.status,
    held_at: instantOrNull(folio.deposit.heldAt),
    returned_at: instantOrNull(folio.deposit.returnedAt),
  },
});
