/** Properties that name no seed draw the same in every mutation run too, so that the same code gives the same figures. */
import fc from 'fast-check';
import { seed } from '../support/seed.ts';

fc.configureGlobal({ seed });
