import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loaded before the program itself: what has been compiled once is found again, which takes a third off every command. In
// a directory of the installation's own, as nobody else may write what is run; where it cannot be written nothing is lost.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/innkeep', import.meta.url)));
