/** Files that appear complete under their names, or not at all. */
import { rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { printNote } from '../../../commands/command.ts';
import { explainFileError } from '../../../file-errors.ts';
import { OperatorError } from '../../../operator-error.ts';

/** A large team gets more files, with .2, .3 and so on at the end of the name. */
export function createExportFiles(out: string, force: boolean) {
  const files = createUnfinishedFiles(force);
  let currentFile: FileHandle | null = null;
  return {
    write: async (content: string): Promise<void> =>
      currentFile?.writeFile(content).catch(throwUnwritable(files.names.at(-1) ?? out)),
    async next(): Promise<void> {
      await currentFile?.close();
      const { length } = files.names;
      currentFile = await files.create(length === 0 ? out : `${out}.${length + 1}`);
    },
    async publish(): Promise<void> {
      await currentFile?.close();
      await files.publish();
      const { names } = files;
      if (names.length > 1)
        printNote(`wrote ${names.length} files: import ${names.join(', ')} in this order.`);
    },
    async close(): Promise<void> {
      await currentFile?.close();
      files.close();
    },
  };
}

/** The pictures get their final names before the team file that refers to them. */
export async function createPictureFiles(folder: string, force: boolean) {
  await mkdir(folder, { recursive: true }).catch(throwUnwritable(folder));
  const { create, publish, close } = createUnfinishedFiles(force);
  return {
    async write(picture: string, content: Buffer): Promise<void> {
      const name = join(folder, picture);
      await using file = await create(name);
      await file.writeFile(content).catch(throwUnwritable(name));
    },
    publish,
    close,
  };
}

/**
 * Files have other names until all of them are written and `publish` renames them. `close` removes those that
 * still have another.
 */
function createUnfinishedFiles(force: boolean) {
  const files: { name: string; unfinished: string }[] = [];
  // A signal ends the process at once, so half-written files are removed in the `exit` event.
  const removeUnfinished = () => {
    for (const { unfinished } of files) rmSync(unfinished, { force: true });
  };
  process.once('exit', removeUnfinished);
  return {
    get names(): string[] {
      return files.map(({ name }) => name);
    },
    /** Only its owner may read the file. */
    async create(name: string): Promise<FileHandle> {
      await refuseToOverwrite(name, force);
      const unfinished = `${name}.${process.pid}.tmp`;
      files.push({ name, unfinished });
      return open(unfinished, 'wx', 0o600).catch(throwUnwritable(name));
    },
    async publish(): Promise<void> {
      for (const { name, unfinished } of files) await rename(unfinished, name).catch(throwUnwritable(name));
    },
    close(): void {
      removeUnfinished();
      process.off('exit', removeUnfinished);
    },
  };
}

const throwUnwritable =
  (name: string) =>
  (error: unknown): never => {
    throw new OperatorError(`${name} cannot be written: ${explainFileError(error)}.`, { cause: error });
  };

async function refuseToOverwrite(out: string, force: boolean): Promise<void> {
  const present = await stat(out).catch(() => null);
  if (!present) return;
  // Replacing a device such as /dev/null by a file would damage the system.
  if (!present.isFile()) throw new OperatorError(`${out} cannot be written: it is not a file.`);
  if (!force) throw new OperatorError(`${out} exists already: add --force to overwrite it.`);
}
