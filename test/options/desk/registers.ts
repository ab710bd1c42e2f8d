import { listPendingBookings } from '../../../src/options/desk/db/queries/front-desk.ts';
import type { Registers } from '../../registers/registers.ts';
import { deskRoutes } from './routes.ts';
import { deskShown } from './shown.ts';

const NOW = new Date();

export const deskRegisters: Registers = {
  name: 'desk',
  startPage: 'today',
  routes: deskRoutes,
  shown: deskShown,
  plans: [
    [
      'bookings that wait, in the order of the day page,',
      'bookings_pending_idx',
      (db) => listPendingBookings(db, 2, NOW.getTime(), 100),
      [300, 2, 2, 2, NOW.toISOString(), 100],
    ],
  ],
  fixedParameters: { chargeKind: 'fee', part: 'about', aboutPart: 'terms', into: 'de' },
};
