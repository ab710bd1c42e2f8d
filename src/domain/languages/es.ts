import { translate } from './translate.ts';

export const es = translate<'one' | 'other'>()({
  name: 'Español',
  locale: 'es-ES',

  reasons: {
    listing_not_bookable: 'En este momento no se puede reservar este alojamiento.',
    past_date: 'El día de llegada ya ha pasado.',
    advance_notice: {
      one: 'Este alojamiento debe reservarse al menos {number} día antes de la llegada.',
      other: 'Este alojamiento debe reservarse al menos {number} días antes de la llegada.',
    },
    booking_window: {
      one: 'Este alojamiento se puede reservar con un máximo de {number} día de antelación.',
      other: 'Este alojamiento se puede reservar con un máximo de {number} días de antelación.',
    },
    guests_exceeded: {
      one: 'Este alojamiento admite como máximo {number} huésped.',
      other: 'Este alojamiento admite como máximo {number} huéspedes.',
    },
    no_children: 'Este alojamiento no admite niños.',
    children_exceeded: {
      one: 'Este alojamiento admite como máximo {number} niño.',
      other: 'Este alojamiento admite como máximo {number} niños.',
    },
    no_infants: 'Este alojamiento no admite bebés.',
    infants_exceeded: {
      one: 'Este alojamiento admite como máximo {number} bebé.',
      other: 'Este alojamiento admite como máximo {number} bebés.',
    },
    no_pets: 'Este alojamiento no admite mascotas.',
    pets_exceeded: {
      one: 'Este alojamiento admite como máximo {number} mascota.',
      other: 'Este alojamiento admite como máximo {number} mascotas.',
    },
    min_stay: {
      one: 'En estas fechas, la estancia mínima es de {number} noche.',
      other: 'En estas fechas, la estancia mínima es de {number} noches.',
    },
    max_stay: {
      one: 'En estas fechas, la estancia máxima es de {number} noche.',
      other: 'En estas fechas, la estancia máxima es de {number} noches.',
    },
    closed_for_arrival: 'No es posible llegar el {date}.',
    closed_for_departure: 'No es posible salir el {date}.',
    dates_unavailable: 'Este alojamiento no está disponible durante toda la estancia.',
    no_single_unit: 'Ninguna unidad de este alojamiento está libre durante toda la estancia.',
    needs_preparation: {
      one: 'Después de su estancia necesitamos {number} noche libre para preparar el alojamiento.',
      other: 'Después de su estancia necesitamos {number} noches libres para preparar el alojamiento.',
    },
  },

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
