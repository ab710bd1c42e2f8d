import {
  type LogoPictures,
  type PictureSizes,
  UnusablePicture,
} from '../../../services/catalogue/pictures.ts';
import { Interrupted } from '../../../services/errors.ts';
import { createProcessPool, TaskEnded } from '../../../services/processes/pool.ts';
import type { Conversion, ConversionResult } from './converter-process.ts';

/** Longer than any ordinary picture takes. */
const MAX_MS = 60_000;
const TOO_SLOW = 'must be a picture that can be made smaller within a minute';
const ENDED = 'The process that makes pictures has ended before this one was made. Please send it again.';
const IDLE_MS = 5_000;

export type FileToConvert = Omit<Conversion, 'isLogo'>;

/** Decoding a large picture takes hundreds of megabytes, which these processes keep out of the service. */
export function createConverters({ maxMs = MAX_MS, idleMs = IDLE_MS } = {}) {
  const module = new URL('./converter-process.ts', import.meta.url);
  const pool = createProcessPool<Conversion, ConversionResult>(module, { maxMs, idleMs });

  async function make(conversion: Conversion) {
    const result = await ask(conversion);
    if ('problem' in result) throw new UnusablePicture(result.problem);
    if ('error' in result) throw new Error(`A picture could not be made: ${result.error}`);
    return result;
  }

  async function ask(conversion: Conversion): Promise<ConversionResult> {
    try {
      return await pool.run(conversion);
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      throw error.reason === 'time'
        ? new UnusablePicture(TOO_SLOW, { cause: error })
        : new Interrupted(ENDED, { cause: error });
    }
  }

  return {
    /**
     * Throws an `UnusablePicture` if the picture cannot be taken, and an `Interrupted` if the process has
     * ended.
     */
    async convert(file: FileToConvert): Promise<PictureSizes> {
      const result = await make({ ...file, isLogo: false });
      if (!('sizes' in result)) throw new Error('A logo was made in place of a photo.');
      return result.sizes;
    },

    async convertLogo(file: FileToConvert): Promise<LogoPictures> {
      const result = await make({ ...file, isLogo: true });
      if (!('logo' in result)) throw new Error('A photo was made in place of a logo.');
      return result.logo;
    },

    /** Even those at work. */
    close: (): void => pool.close(),
  };
}
