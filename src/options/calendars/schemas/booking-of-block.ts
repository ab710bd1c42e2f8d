import { z } from 'zod';
import { totalsField } from '../../../schemas/bookings/agreed-price.ts';
import { contactFields, guestChecks } from '../../../schemas/bookings/bodies.ts';
import { bookingFields } from '../../../schemas/bookings/fields.ts';
import { hasGuestNumbers, partyField, toPartyOfBody } from '../../../schemas/bookings/party.ts';
import { hasValue } from '../../../schemas/fields/checks.ts';
import { guestCountField, idField, notesField } from '../../../schemas/fields/fields.ts';
import type { EnteredStay } from '../services/feeds/enter-guest.ts';

/** The block of a channel's stay becomes the booking. */
export const bookingOfBlockBody = z
  .object({
    number_of_guests: guestCountField
      .nullish()
      .describe('How many stay, without infants. Default: those of `party`, else 1.'),
    party: partyField.nullish(),
    guest: z
      .object(contactFields)
      .nullish()
      .describe(
        'The team’s guest with this email, whose record stays as it is, else a new guest. Send this or `guest_id`.',
      ),
    guest_id: idField.nullish().describe('A guest of the team. Send this or `guest`.'),
    totals: totalsField.nullish(),
    language: bookingFields.language.write,
    notes: notesField.describe('The team’s own notes.'),
  })
  .check(...guestChecks)
  .transform((body): EnteredStay => {
    const { name = '', email = null, phone = null } = body.guest ?? {};
    const hasNumber = hasValue(body.number_of_guests) || hasGuestNumbers(body.party);
    return {
      party: toPartyOfBody(hasNumber ? body : { ...body, number_of_guests: 1 }),
      guest: body.guest_id ? { id: body.guest_id } : { name, email, phone },
      language: body.language ?? null,
      notes: body.notes ?? null,
      agreed: body.totals ?? null,
    };
  })
  .meta({
    id: 'BookingOfBlock',
    description: 'The guest of a stay that a channel has sold.',
    examples: [{ guest: { name: 'Bea Lind', email: 'bea.lind@example.com' }, number_of_guests: 2 }],
  });
