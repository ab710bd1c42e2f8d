/** Takes the next piece of a file. Its promise is settled once there is room for more. */
export type Write = (text: string) => Promise<void>;

type Pages = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

export type FileWriter = ReturnType<typeof createFileWriter>;

/** Writes a file piece by piece, a line for each entity, so that no more than a page of it is ever in memory. */
export function createFileWriter(write: Write) {
  return {
    begin: (name: string, value: object) => write(`{\n${JSON.stringify(name)}:${JSON.stringify(value)}`),

    async list(name: string, pages: Pages): Promise<void> {
      await write(`,\n${JSON.stringify(name)}:[`);
      let isEmpty = true;
      for await (const entries of pages) {
        if (entries.length === 0) continue;
        const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`);
        await write(`${isEmpty ? '' : ','}${lines.join(',')}`);
        isEmpty = false;
      }
      await write(isEmpty ? ']' : '\n]');
    },

    end: () => write('\n}\n'),
  };
}
