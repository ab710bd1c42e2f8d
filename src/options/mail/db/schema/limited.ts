import { limitByBooking } from '../../../../db/schema/limited.ts';
import { mails } from './outbox.ts';

export const limitedMails = limitByBooking('mails', mails);
