import { translate } from './translate.ts';

export const es = translate<'one' | 'other'>()({
  name: 'Español',
  locale: 'es-ES',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {
    day: '%A, %-d de %B de %Y',
    moment: '%A, %-d de %B de %Y, a las %H:%M',
    greeting: 'Hola, {{ guest.name }}:',
    place: '{{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
    arrivalDay:
      '*Llegada, a partir de las {{ listing.check_in_time }}:* {{ booking.check_in | date: "%a, %-d de %B de %Y" }}',
    departureDay:
      '*Salida, hasta las {{ listing.check_out_time }}:* {{ booking.check_out | date: "%a, %-d de %B de %Y" }}',
    nights: 'Noches: {{ booking.nights }}',
    guests: 'Huéspedes: {{ booking.number_of_guests }}',
    code: 'Código de reserva: {{ booking.confirmation_code }}',
    total: 'Total: {{ booking.grand_total | money }}',
    stillDue: 'Pendiente de pago: {{ booking.balance_due | money }}',
    address: 'Dirección: {{ listing.address }}',
    seeBooking: 'Ver su reserva',
    payOnline: 'Pagar en línea',
    toPay: 'Pagos pendientes',
    payment:
      '{{ payment.amount | money }}{% if payment.due_on %}, a más tardar el {{ payment.due_on | date }}{% endif %}',
    yourArrival: 'Su llegada',
    requested: {
      subject:
        'Su solicitud para {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      thanks:
        'Gracias por su solicitud. Todavía no está confirmada: le responderemos en cuanto podamos. Hasta entonces no tiene que pagar nada.',
      kept: 'Le guardamos las fechas hasta el {{ booking.expires_at | date }}.',
    },
    confirmed: {
      subject:
        'Su reserva está confirmada: {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Su reserva está confirmada. Será un placer recibirle.',
    },
    changed: {
      subject: 'Su reserva {{ booking.confirmation_code }} ha cambiado',
      opening: 'Su reserva ha cambiado. Así queda ahora.',
    },
    declined: {
      subject:
        'Su solicitud para {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Lo sentimos: no podemos aceptar su solicitud.',
    },
    withdrawn: {
      subject:
        'Ha retirado su solicitud para {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Ha retirado su solicitud. Las fechas vuelven a estar libres.',
    },
    cancelled: {
      subject: 'Su reserva {{ booking.confirmation_code }} está cancelada',
      opening: 'Su reserva está cancelada.',
      isFree: 'La cancelación no tiene coste.',
      fee: 'La cancelación cuesta {{ booking.cancellation_fee | money }}.',
      refund: 'Le devolvemos {{ booking.refund_due | money }}.',
    },
    expired: {
      subject:
        'Su solicitud para {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %} ha caducado',
      opening: 'Su solicitud no se confirmó a tiempo y las fechas vuelven a estar libres.',
      again: 'Si todavía desea venir, no dude en enviarnos otra solicitud.',
    },
    paymentDue: {
      subject: 'El {{ payment.due_on | date }} vence un pago de la reserva {{ booking.confirmation_code }}',
      forStay:
        'El {{ payment.due_on | date }} vence un pago de {{ payment.amount | money }} por su estancia.',
      ofFee:
        'El {{ payment.due_on | date }} vence un pago de {{ payment.amount | money }} por los gastos de cancelación.',
    },
    paymentReceived: {
      subject: 'Hemos recibido {{ payment.amount | money }}',
      opening: 'Gracias: hemos recibido {{ payment.amount | money }} por su estancia.',
      nothingLeft: 'Ya no queda nada por pagar.',
    },
    beforeArrival: {
      subject:
        'Su estancia en {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %} comienza el {{ booking.check_in | date }}',
      opening: 'Su estancia se acerca. Aquí tiene lo que necesita para llegar.',
    },
    afterDeparture: {
      subject:
        'Gracias por su estancia en {{ listing.title }}{% if listing.building %}, {{ listing.building }}{% endif %}',
      opening: 'Gracias por su estancia. Esperamos que haya disfrutado, y nos encantaría volver a verle.',
    },
    bookingLink: {
      subject: 'El enlace a su reserva {code}',
      greeting: 'Hola, {name}:',
      opening: 'Este enlace abre su reserva en {place}, del {checkIn} al {checkOut}.',
      keep: 'Quien lo tenga puede ver la reserva y cancelarla, así que no lo comparta. Si no lo ha pedido, no tiene que hacer nada.',
    },
    calendar: {
      description: 'Reserva {code}',
      declining: 'Rechazar la invitación en su calendario no cancela la estancia.',
    },
  },

  documents: {
    place: '{title}, {building}',
  },

  site: {},
});
