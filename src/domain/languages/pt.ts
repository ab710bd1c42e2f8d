import { translate } from './translate.ts';

export const pt = translate<'one' | 'other'>()({
  name: 'Português',
  locale: 'pt-PT',

  reasons: {
    listing_not_bookable: 'De momento, não é possível reservar este alojamento.',
    past_date: 'O dia de chegada já passou.',
    advance_notice: {
      one: 'Este alojamento tem de ser reservado pelo menos {number} dia antes da chegada.',
      other: 'Este alojamento tem de ser reservado pelo menos {number} dias antes da chegada.',
    },
    booking_window: {
      one: 'Este alojamento só pode ser reservado com {number} dia de antecedência, no máximo.',
      other: 'Este alojamento só pode ser reservado com {number} dias de antecedência, no máximo.',
    },
    guests_exceeded: {
      one: 'Este alojamento recebe, no máximo, {number} hóspede.',
      other: 'Este alojamento recebe, no máximo, {number} hóspedes.',
    },
    no_children: 'Este alojamento não recebe crianças.',
    children_exceeded: {
      one: 'Este alojamento recebe, no máximo, {number} criança.',
      other: 'Este alojamento recebe, no máximo, {number} crianças.',
    },
    no_infants: 'Este alojamento não recebe bebés.',
    infants_exceeded: {
      one: 'Este alojamento recebe, no máximo, {number} bebé.',
      other: 'Este alojamento recebe, no máximo, {number} bebés.',
    },
    no_pets: 'Este alojamento não aceita animais.',
    pets_exceeded: {
      one: 'Este alojamento aceita, no máximo, {number} animal.',
      other: 'Este alojamento aceita, no máximo, {number} animais.',
    },
    min_stay: {
      one: 'Neste período, a estadia mínima é de {number} noite.',
      other: 'Neste período, a estadia mínima é de {number} noites.',
    },
    max_stay: {
      one: 'Neste período, a estadia máxima é de {number} noite.',
      other: 'Neste período, a estadia máxima é de {number} noites.',
    },
    closed_for_arrival: 'Não é possível chegar no dia {date}.',
    closed_for_departure: 'Não é possível partir no dia {date}.',
    dates_unavailable: 'Este alojamento não está disponível durante toda a estadia.',
    no_single_unit: 'Nenhuma unidade deste alojamento está livre durante toda a estadia.',
    needs_preparation: {
      one: 'Depois da sua estadia, precisamos de {number} noite livre para preparar o alojamento.',
      other: 'Depois da sua estadia, precisamos de {number} noites livres para preparar o alojamento.',
    },
  },

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
