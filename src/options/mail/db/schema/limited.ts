import { isOfVisibleBooking, limitTable } from '../../../../db/schema/limited.ts';
import { mails } from './outbox.ts';

export const limitedMails = limitTable('mails', mails, isOfVisibleBooking(mails, mails.bookingId));
