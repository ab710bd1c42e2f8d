import { MAX_PHOTO_URL_LENGTH } from './limits.ts';
import { findTextProblem } from './text.ts';

/**
 * Whether a photo may have an address: one of the web, which a page can show without running anything
 * (docs/rules.md, 5.8).
 */
export const isPhotoAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) &&
  findTextProblem(text, { max: MAX_PHOTO_URL_LENGTH, oneLine: true }) === null &&
  URL.canParse(text);

/** The end of a sentence about an address that a photo may not have. */
export const PHOTO_ADDRESS_RULE = `must be an address that begins with https:// or http://, of at most ${MAX_PHOTO_URL_LENGTH} characters`;
