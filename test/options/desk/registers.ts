import type { Registers } from '../../registers/registers.ts';
import { deskRoutes } from './routes.ts';
import { deskShown } from './shown.ts';

export const deskRegisters: Registers = {
  name: 'desk',
  startPage: 'today',
  routes: deskRoutes,
  shown: deskShown,
  fixedParameters: { chargeKind: 'fee', part: 'about', aboutPart: 'terms' },
};
