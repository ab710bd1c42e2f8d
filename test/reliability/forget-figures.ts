import { expect } from 'vitest';
import { forgetFigures } from './figures.ts';

// Before the tests of each file, because figures of an earlier run say nothing about one that fails.
await forgetFigures(expect.getState().testPath ?? '');
