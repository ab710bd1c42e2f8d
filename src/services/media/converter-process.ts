/** The code of a converter process, which makes the stored sizes of pictures, one picture after the other. */
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

// A terminal and a service manager send signals to converter processes too, which ignore them. A converter
// process ends only when its service ends, so that the service can finish the pictures that it is making.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const) process.on(signal, () => {});
// The connection to the service has ended, perhaps because the service was killed, so the converter process
// kills itself. An ordinary exit would first wait for the picture that is being made.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (conversion: Conversion) => process.send?.(await convert(conversion)));

async function convert({ file, isKept }: Conversion): Promise<ConversionResult> {
  try {
    return { sizes: await (isKept ? keepOrConvertPicture(file) : convertPicture(file)) };
  } catch (error) {
    return error instanceof UnusablePicture ? { problem: error.message } : { error: String(error) };
  }
}
