/** A process of its own that makes pictures, one after the other (converters.ts). */
import { convertPicture, keepOrConvertPicture, type PictureSizes } from './convert.ts';
import { UnusablePicture } from './judge.ts';

/**
 * The file of which a picture is to be made. With `isKept`, a file that is one of our own stored pictures
 * stays as it is.
 */
export type Conversion = { file: string; isKept: boolean };

/** The answer's `problem` says what is wrong with the picture, and `error` what is wrong with the process. */
export type ConversionResult = { sizes: PictureSizes } | { problem: string } | { error: string };

// A terminal and a service manager send their signals to all processes, so this one ignores them. A converter
// process ends with its service, which first finishes what is under way.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const) process.on(signal, () => {});
// The connection to the service has ended, perhaps because the service was killed. An ordinary exit would
// first wait for the picture that is being made.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (conversion: Conversion) => process.send?.(await convert(conversion)));

async function convert({ file, isKept }: Conversion): Promise<ConversionResult> {
  try {
    return { sizes: await (isKept ? keepOrConvertPicture(file) : convertPicture(file)) };
  } catch (error) {
    return error instanceof UnusablePicture ? { problem: error.message } : { error: String(error) };
  }
}
