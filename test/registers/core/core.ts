import type { Registers } from '../registers.ts';
import { coreRoutes } from './routes.ts';

export const coreRegisters: Registers = { name: 'core', routes: coreRoutes };
