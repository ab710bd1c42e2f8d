/**
 * Houses that are drawn with a row for each unit and a character for each night: letters are bookings that may move, `#`
 * is a stay that keeps its unit, and `*` the stay that needs room.
 */
import type { PlannedStay, UnitPlan } from '../../../src/domain/reseating.ts';

const staysOf = (row: string): PlannedStay[] =>
  [...row.matchAll(/([^.])\1*/g)].map(({ 0: nights, 1: name = '', index }) => ({
    from: index,
    to: index + nights.length,
    bookingId: name === '#' ? null : name,
  }));

export const planFrom = (rows: readonly string[]): UnitPlan => ({
  unitIds: rows.map((_, unit) => `${unit}`),
  rows: rows.map(staysOf),
  looks: { count: 0 },
});

export const stayFrom = (row: string): PlannedStay => {
  const [stay, ...others] = staysOf(row);
  if (!stay || others.length > 0) throw new Error(`Not one stay: ${row}`);
  return stay;
};

export const drawingOf = ({ rows }: UnitPlan, nights: number): string[] =>
  rows.map((row) => {
    const drawn = Array.from({ length: nights }, () => '.');
    for (const { from, to, bookingId } of row) drawn.fill(bookingId ?? '#', from, to);
    return drawn.join('');
  });
