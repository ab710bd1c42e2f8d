import { UnusablePicture } from '../catalogue/pictures.ts';
import { Invalid } from '../errors.ts';

/** A file that waits in the folder of uploads. */
export type Upload = { file: string; bytes: number };

/** A picture that cannot be taken is refused under the field. */
export async function convertUpload<Made>(
  field: string,
  { file, bytes }: Upload,
  convert: (file: string) => Promise<Made>,
): Promise<Made> {
  if (bytes === 0) throw new Invalid({ [field]: [{ code: 'required', predicate: 'is required.' }] });
  return convert(file).catch(refuseUnusable(field));
}

export const refuseUnusable =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof UnusablePicture)
      throw new Invalid({ [field]: [{ code: 'invalid', predicate: `${error.message}.` }] });
    throw error;
  };
