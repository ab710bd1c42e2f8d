/** How a time names its zone to guests (docs/rules.md, 26.42). */
import { describe, expect, it } from 'vitest';
import { nameZone } from '../../../src/domain/dates/zone-names.ts';

const SUMMER = new Date('2031-07-01T00:20:00Z');
const WINTER = new Date('2031-01-01T00:20:00Z');

describe('the name of a zone', () => {
  it.each([
    ['de', 'Europe/Lisbon', 'Westeuropäische Sommerzeit', 'Westeuropäische Normalzeit'],
    ['fr', 'Europe/Lisbon', 'heure d’été d’Europe de l’Ouest', 'heure normale d’Europe de l’Ouest'],
    ['es', 'Europe/Lisbon', 'hora de verano de Europa occidental', 'hora estándar de Europa occidental'],
    ['it', 'Europe/Lisbon', 'Ora legale dell’Europa occidentale', 'Ora standard dell’Europa occidentale'],
    ['pt', 'Europe/Lisbon', 'Hora de verão da Europa Ocidental', 'Hora padrão da Europa Ocidental'],
    ['de', 'Europe/Berlin', 'Mitteleuropäische Sommerzeit', 'Mitteleuropäische Normalzeit'],
    ['de', 'Asia/Kolkata', 'Indische Normalzeit', 'Indische Normalzeit'],
    ['en', 'Europe/Lisbon', 'Lisbon time', 'Lisbon time'],
  ] as const)('is true of the moment: %s, %s', (language, zone, inSummer, inWinter) => {
    expect([nameZone(zone, language, SUMMER), nameZone(zone, language, WINTER)]).toEqual([
      inSummer,
      inWinter,
    ]);
  });
});
