/** The code of a converter process, which makes the stored sizes of pictures, one picture after the other. */
import { serveTasks } from '../processes/serve-tasks.ts';
import { convertPicture, keepOrConvertPicture, type PictureSizes } from './convert.ts';
import { UnusablePicture } from './judge.ts';

/**
 * A request to a converter process, with the file to convert. With `isKept`, a file that is one of our own
 * stored pictures stays as it is.
 */
export type Conversion = { file: string; isKept: boolean };

/**
 * The answer of a converter process. `problem` says what is wrong with the picture, and `error` what went wrong
 * in the process.
 */
export type ConversionResult = { sizes: PictureSizes } | { problem: string } | { error: string };

serveTasks(convert);

async function convert({ file, isKept }: Conversion): Promise<ConversionResult> {
  try {
    return { sizes: await (isKept ? keepOrConvertPicture(file) : convertPicture(file)) };
  } catch (error) {
    return error instanceof UnusablePicture ? { problem: error.message } : { error: String(error) };
  }
}
