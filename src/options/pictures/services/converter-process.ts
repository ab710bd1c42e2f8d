import {
  type LogoPictures,
  type PictureSizes,
  UnusablePicture,
} from '../../../services/catalogue/pictures.ts';
import { serveTasks } from '../../../services/processes/serve-tasks.ts';
import { convertLogo, convertPicture, keepOrConvertLogo, keepOrConvertPicture } from './convert.ts';

/** With `isKept`, a file that is one of our own stored pictures stays as it is. */
export type Conversion = { file: string; isKept: boolean; isLogo: boolean };

/** `problem` is about the picture, and `error` about the process. */
export type ConversionResult =
  | { sizes: PictureSizes }
  | { logo: LogoPictures }
  | { problem: string }
  | { error: string };

serveTasks(convert);

async function convert({ file, isKept, isLogo }: Conversion): Promise<ConversionResult> {
  try {
    if (isLogo) return { logo: await (isKept ? keepOrConvertLogo(file) : convertLogo(file)) };
    return { sizes: await (isKept ? keepOrConvertPicture(file) : convertPicture(file)) };
  } catch (error) {
    return error instanceof UnusablePicture ? { problem: error.message } : { error: String(error) };
  }
}
