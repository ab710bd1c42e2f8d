import type { Registers } from '../../registers/registers.ts';
import { deskRoutes } from './routes.ts';

export const deskRegisters: Registers = {
  name: 'desk',
  routes: deskRoutes,
  fixedParameters: { chargeKind: 'fee', part: 'about' },
};
