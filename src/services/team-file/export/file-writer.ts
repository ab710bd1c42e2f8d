/** Takes the next piece of a file, and is done once there is room for more. */
export type Write = (text: string) => Promise<void>;

type Pages = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

export type FileWriter = ReturnType<typeof createFileWriter>;

/**
 * Writes an object of lists piece by piece, just as `JSON.stringify` with two spaces would write it whole, so that no
 * more than a page of it is ever in memory.
 */
export function createFileWriter(write: Write) {
  return {
    begin: (name: string, value: object) => write(`{\n  ${JSON.stringify(name)}: ${indented(value, '  ')}`),

    async collection(name: string, pages: Pages): Promise<void> {
      await write(`,\n  ${JSON.stringify(name)}: [`);
      let isEmpty = true;
      for await (const entries of pages) {
        if (entries.length === 0) continue;
        const texts = entries.map((entry) => `\n    ${indented(entry, '    ')}`);
        await write(`${isEmpty ? '' : ','}${texts.join(',')}`);
        isEmpty = false;
      }
      await write(isEmpty ? ']' : '\n  ]');
    },

    end: () => write('\n}\n'),
  };
}

/** No text in JSON holds a line break of its own, so each one begins a line of the layout. */
const indented = (value: object, indent: string): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
