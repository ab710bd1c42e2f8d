/** Every operation of the API, in the order of the reference. */
import type { Operation } from '../operation.ts';
import { chargeOperations } from './charges.ts';
import { dayOperations } from './days.ts';
import { rateOperations } from './rates.ts';
import { teamOperations } from './team.ts';

export const OPERATIONS: readonly Operation[] = [
  ...teamOperations,
  ...rateOperations,
  ...dayOperations,
  ...chargeOperations,
];
