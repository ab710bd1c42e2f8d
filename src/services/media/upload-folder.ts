/** Uploaded pictures wait to be converted in a folder of the process, within the system's temporary folder. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '../new-id.ts';

const PREFIX = 'innkeep-uploads-';
const FOLDER_PATTERN = /^innkeep-uploads-(\d+)-[A-Za-z0-9]{6}$/;

export type UploadFolder = ReturnType<typeof createUploadFolder>;

/** The folder of uploads is made for the first picture, and only the process's own user can enter it. */
export function createUploadFolder() {
  let folder: Promise<string> | undefined;
  const make = () =>
    mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`)).catch((error: unknown) => {
      // If making the folder of uploads fails, the next picture tries again.
      folder = undefined;
      throw error;
    });
  return {
    /** Returns a path at which a new uploaded file can be written. */
    async newFile(): Promise<string> {
      folder ??= make();
      return path.join(await folder, newId());
    },

    async remove(): Promise<void> {
      const made = await folder;
      folder = undefined;
      if (made) await rm(made, { recursive: true, force: true });
    },
  };
}

/**
 * Removes the folders that killed processes have left behind. In a container, a process may have the same
 * process id as the one before it, so old folders are removed before a new one is made. Folders of uploads that
 * belong to other users stay.
 */
export async function removeLeftUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = FOLDER_PATTERN.exec(name) ?? [];
    if (pid === undefined || isOtherProcess(Number(pid))) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A folder stays if its process is running as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
