import { expect, test } from 'vitest';
import { buildStaticFile, type StaticFiles } from '../../src/plugins/static-files.ts';
import { buildScriptBundle } from '../../src/web/script-bundle.ts';

const filesOf = (sources: Record<string, string>): StaticFiles =>
  new Map(Object.entries(sources).map(([name, text]) => [name, buildStaticFile(name, Buffer.from(text))]));

test('a bundle has the code of each module once, without the comments that have lines of their own', async () => {
  const files = filesOf({
    'page.js': [
      "import { double } from './numbers.js';",
      '/** Of the page. */',
      'const text =',
      '  /** @type {string} */ (`https://inn.example`);',
      'const four = double(2); // Kept with its line.',
      '  /**',
      '   * Twice.',
      '   */',
      'globalThis.result = [text, four];',
      '',
    ].join('\n'),
    'numbers.js': '// Numbers.\n/** Two times. */\nexport const double = (number) => 2 * number;\n',
  });
  const { content } = buildScriptBundle(files, 'page.js');
  expect(content.toString()).toBe(
    [
      '// numbers.js',
      'const $numbers = (() => {',
      'const double = (number) => 2 * number;',
      'return { double };',
      '})();',
      '',
      'const { double } = $numbers;',
      'const text =',
      '  /** @type {string} */ (`https://inn.example`);',
      'const four = double(2); // Kept with its line.',
      'globalThis.result = [text, four];',
      '',
    ].join('\n'),
  );
});
