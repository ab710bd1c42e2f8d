import { z } from 'zod';
import { percentOf } from '../domain/notation.ts';
import { SITE_BOOKINGS } from '../domain/vocabulary.ts';
import type { SiteTerms } from '../services/listings.ts';
import { policyAsGiven } from '../services/team-data/cancellation-policy.ts';
import { cancellationPolicySchema } from './cancellation-policy.ts';
import { amountSchema, currencySchema, nullableText, wordSchema } from './formats.ts';

/** The terms that a guest agrees to (contract, section 16). */
export const siteTermsSchema = z
  .object({
    site_bookings: wordSchema(SITE_BOOKINGS).describe('Whether guests can request or make bookings here.'),
    cancellation_policy: cancellationPolicySchema
      .nullable()
      .describe('The listing’s own terms, else its building’s, else the team’s.'),
    deposit_percent: z.number().describe('The part of the price that is due at once.'),
    balance_due_days: z.int().describe('How many days before check-in the rest is due.'),
    security_deposit: amountSchema.nullable(),
    currency: currencySchema,
    check_in_time: z.string(),
    check_out_time: z.string(),
    registration_number: nullableText.describe('The registration number of the place.'),
  })
  .meta({ id: 'SiteTerms' });

export const presentSiteTerms = (terms: SiteTerms): z.infer<typeof siteTermsSchema> => ({
  site_bookings: terms.siteBookings,
  cancellation_policy: policyAsGiven(terms.cancellationPolicy),
  deposit_percent: percentOf(terms.depositPpm),
  balance_due_days: terms.balanceDueDays,
  security_deposit: terms.securityDepositCents,
  currency: terms.currency,
  check_in_time: terms.checkInTime,
  check_out_time: terms.checkOutTime,
  registration_number: terms.registrationNumber,
});
