/** Every operation of the API, in the order of the reference. */
import type { Operation } from '../operation.ts';

export const OPERATIONS: readonly Operation[] = [];
