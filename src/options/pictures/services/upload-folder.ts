/** Uploaded pictures wait in a folder of the process, within the system's temporary folder. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '../../../services/new-id.ts';

const PREFIX = 'innkeep-uploads-';
const FOLDER_PATTERN = /^innkeep-uploads-(\d+)-[A-Za-z0-9]{6}$/;

/** Made for the first picture. Only the process's own user can enter it. */
export function createUploadFolder() {
  let folder: Promise<string> | undefined;
  const make = () =>
    mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`)).catch((error: unknown) => {
      // The next picture tries again.
      folder = undefined;
      throw error;
    });
  return {
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
 * Of killed processes. In a container, a process may have the same id as the one before it, so old folders
 * are removed before a new one is made. Those of other users stay.
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
    // The process is running as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
