import { expect } from 'vitest';
import { forgetFigures } from './figures.ts';

// Before the tests of each file: what an earlier run has seen says nothing of one that fails.
await forgetFigures(expect.getState().testPath ?? '');
