import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { computeDistanceKm } from '../../src/domain/search.ts';

const LISBON = { latitude: 38.7223, longitude: -9.1393 };
const SIDNEY = { latitude: -33.8688, longitude: 151.2093 };
const POLE = { latitude: 90, longitude: 0 };
const RADIUS_KM = 6_371.0088;

describe('the distance of two places', () => {
  test.each([
    ['from a place to itself', LISBON, LISBON, 0],
    ['from Lisbon to Sydney', LISBON, SIDNEY, 18_177],
    ['a degree along the equator', { latitude: 0, longitude: 10 }, { latitude: 0, longitude: 11 }, 111.195],
    ['across the date line', { latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111.195],
    ['from pole to pole', POLE, { latitude: -90, longitude: 77 }, Math.PI * RADIUS_KM],
    ['between names of one pole', POLE, { latitude: 90, longitude: 120 }, 0],
  ])('the great-circle distance is right: %s', (_name, a, b, kilometres) => {
    expect(computeDistanceKm(a, b)).toBeCloseTo(kilometres, kilometres > 10_000 ? -2 : 2);
  });

  it('the distance of two places is the great-circle distance, the same in both directions', () => {
    const place = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const pointOf = ({ latitude, longitude }: typeof LISBON) => {
      const [a, b] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
      return [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)];
    };
    fc.assert(
      fc.property(place, place, (a, b) => {
        const [from, to] = [pointOf(a), pointOf(b)];
        const chord = Math.hypot(...from.map((one, axis) => one - (to[axis] ?? 0)));
        expect(computeDistanceKm(a, b)).toBeCloseTo(2 * RADIUS_KM * Math.asin(Math.min(1, chord / 2)), 1);
        expect(computeDistanceKm(b, a)).toBe(computeDistanceKm(a, b));
      }),
    );
  });
});
