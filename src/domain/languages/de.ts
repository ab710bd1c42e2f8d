import { translate } from './translate.ts';

export const de = translate<'one' | 'other'>()({
  name: 'Deutsch',
  locale: 'de-DE',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {
    day: '%A, %-d. %B %Y',
    moment: '%A, %-d. %B %Y, %H:%M Uhr',
    greeting: 'Guten Tag {{ guest.name }},',
    place: '{{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
    arrivalDay:
      '*Anreise, ab {{ listing.check_in_time }} Uhr:* {{ booking.check_in | date: "%a., %-d. %B %Y" }}',
    departureDay:
      '*Abreise, bis {{ listing.check_out_time }} Uhr:* {{ booking.check_out | date: "%a., %-d. %B %Y" }}',
    nights: 'Nächte: {{ booking.nights }}',
    guests: 'Gäste: {{ booking.number_of_guests }}',
    code: 'Buchungscode: {{ booking.confirmation_code }}',
    total: 'Gesamtpreis: {{ booking.grand_total | money }}',
    stillDue: 'Noch offen: {{ booking.balance_due | money }}',
    address: 'Adresse: {{ listing.address }}',
    seeBooking: 'Ihre Buchung ansehen',
    payOnline: 'Online bezahlen',
    toPay: 'Zu bezahlen',
    payment:
      '{{ payment.amount | money }}{% if payment.due_on %}, fällig am {{ payment.due_on | date }}{% endif %}',
    yourArrival: 'Ihre Anreise',
    requested: {
      subject:
        'Ihre Anfrage für {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      thanks:
        'vielen Dank für Ihre Anfrage. Bestätigt ist sie noch nicht: Wir antworten Ihnen, sobald wir können. Bis dahin zahlen Sie nichts.',
      kept: 'Wir halten die Tage bis {{ booking.expires_at | date }} für Sie frei.',
    },
    confirmed: {
      subject:
        'Ihre Buchung ist bestätigt: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Ihre Buchung ist bestätigt. Wir freuen uns auf Sie.',
    },
    changed: {
      subject: 'Ihre Buchung {{ booking.confirmation_code }} wurde geändert',
      opening: 'Ihre Buchung wurde geändert. So sieht sie jetzt aus.',
    },
    declined: {
      subject:
        'Ihre Anfrage für {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'es tut uns leid: Wir können Ihre Anfrage nicht annehmen.',
    },
    withdrawn: {
      subject:
        'Sie haben Ihre Anfrage für {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %} zurückgezogen',
      opening: 'Sie haben Ihre Anfrage zurückgezogen. Die Tage sind wieder frei.',
    },
    cancelled: {
      subject: 'Ihre Buchung {{ booking.confirmation_code }} ist storniert',
      opening: 'Ihre Buchung ist storniert.',
      isFree: 'Die Stornierung ist kostenlos.',
      fee: 'Die Stornierung kostet {{ booking.cancellation_fee | money }}.',
      refund: 'Sie erhalten {{ booking.refund_due | money }} zurück.',
    },
    expired: {
      subject:
        'Ihre Anfrage für {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %} ist abgelaufen',
      opening: 'Ihre Anfrage wurde nicht rechtzeitig bestätigt, und die Tage sind wieder frei.',
      again: 'Wenn Sie noch kommen möchten, fragen Sie gern noch einmal an.',
    },
    paymentDue: {
      subject: 'Zahlung für {{ booking.confirmation_code }}, fällig am {{ payment.due_on | date }}',
      forStay:
        'am {{ payment.due_on | date }} werden {{ payment.amount | money }} für Ihren Aufenthalt fällig.',
      ofFee: 'am {{ payment.due_on | date }} werden {{ payment.amount | money }} der Stornogebühr fällig.',
    },
    paymentReceived: {
      subject: 'Wir haben {{ payment.amount | money }} erhalten',
      opening: 'vielen Dank: Wir haben {{ payment.amount | money }} für Ihren Aufenthalt erhalten.',
      nothingLeft: 'Damit ist alles bezahlt.',
    },
    beforeArrival: {
      subject:
        'Ihr Aufenthalt ab {{ booking.check_in | date }}: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'bald ist es so weit. Hier finden Sie alles, was Sie für Ihre Anreise brauchen.',
    },
    afterDeparture: {
      subject:
        'Danke für Ihren Aufenthalt: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening:
        'vielen Dank für Ihren Aufenthalt. Wir hoffen, es hat Ihnen gefallen, und freuen uns, wenn Sie wiederkommen.',
    },
    bookingLink: {
      subject: 'Der Link zu Ihrer Buchung {code}',
      greeting: 'Guten Tag {name},',
      opening: 'dieser Link öffnet Ihre Buchung: {place}, {checkIn} bis {checkOut}.',
      keep: 'Wer ihn hat, kann die Buchung sehen und stornieren. Bitte behalten Sie ihn deshalb für sich. Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun.',
    },
    calendar: {
      description: 'Buchung {code}',
      declining: 'Wenn Sie im Kalender absagen, ist der Aufenthalt damit nicht storniert.',
    },
  },

  documents: {
    place: '{title}, {building}',
  },

  site: {},
});
