import { GUEST_DOCUMENTS, mergeShown, showColumns, TEAM } from '../../registers/shown.ts';

const MAIL = /^GET \/v1\/mails(\/:mail)?$|\/guests\/:guest\/export$/;
const MESSAGES_PAGES = / \/app\/teams\/:team\/messages/;
const MESSAGE_PAGE = / \/app\/teams\/:team\/messages\/:mail/;
const KINDS_PAGES = / \/app\/teams\/:team\/messages\/kinds/;
const SUPPRESSIONS_PAGES = / \/app\/teams\/:team\/messages\/suppressions/;
export const mailShown = mergeShown([
  showColumns(
    'mails',
    ['id', 'error', 'message_id', 'subject', 'plain_text', 'to_email', 'to_name', 'guest_id', 'booking_id'],
    [MAIL],
  ),
  {
    'listings.public_title': [KINDS_PAGES],
    // The UID of the stay in the guest’s own calendar has it.
    'bookings.id': [MESSAGES_PAGES, MAIL],
    'bookings.confirmation_code': [MESSAGES_PAGES],
    'bookings.special_requests': [MESSAGE_PAGE],
    'guests.id': [MESSAGE_PAGE, MAIL],
    'guests.name': [MESSAGES_PAGES, MAIL],
    'guests.email': [MESSAGES_PAGES, MAIL],
    'mails.id': [MESSAGES_PAGES],
    'mails.to_email': [MESSAGES_PAGES],
    'mails.subject': [MESSAGES_PAGES],
    'mails.plain_text': [MESSAGE_PAGE],
    'mails.error': [MESSAGE_PAGE],
    'mail_rules.sources': [KINDS_PAGES, /\/v1\/mail-rules$/],
    'mail_suppressions.id': [SUPPRESSIONS_PAGES, /\/v1\/mail-suppressions/],
    'mail_suppressions.email': [SUPPRESSIONS_PAGES, /\/v1\/mail-suppressions/],
    'mail_suppressions.reason': [SUPPRESSIONS_PAGES, /\/v1\/mail-suppressions/],
    'listings.slug': [KINDS_PAGES],
    // An invoice names where the stay is.
    'mails.values': [MAIL, GUEST_DOCUMENTS],
    'mail_texts.subject': [/\/v1\/mail-texts/],
    'mail_texts.body': [/\/v1\/mail-texts/],
    'teams.mail_reply_to': [TEAM],
  },
]);
