import type { Registers } from '../../registers/registers.ts';
import { deskRoutes } from './routes.ts';

export const deskRegisters: Registers = { name: 'desk', routes: deskRoutes };
