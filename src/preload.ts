/** Loaded before the program itself, so that it starts sooner: every command and every start takes half of the time. */
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// What has been compiled once is found again. In a directory of the installation's own, as nobody else may write what is
// run; where it cannot be written nothing is lost.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/innkeep', import.meta.url)));

// For each `.js` file Node parses its package's whole package.json anew, to learn that it is a module. Drizzle's is 180 KB
// long, and a hundred of its files are loaded.
registerHooks({
  resolve(specifier, context, resolveNext) {
    const isWithinDrizzle =
      specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/');
    if (!isWithinDrizzle || !specifier.endsWith('.js')) return resolveNext(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
  },
});
