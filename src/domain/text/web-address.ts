import { findTextProblem } from './text.ts';

/** A page can show or link to such an address without running anything. */
export const isWebAddress = (text: string, maxLength: number): boolean =>
  /^https?:\/\//i.test(text) &&
  findTextProblem(text, { max: maxLength, oneLine: true }) === null &&
  URL.canParse(text);

/** The end of an error message. */
export const sayWebAddressRule = (maxLength: number) =>
  `must be an address that begins with https:// or http://, of at most ${maxLength} characters`;

/**
 * Mail programs make a link of `https://a.example`, `www.a.example` or `a.example/b`. Names such as "Dr. Ana
 * M.J. Reis" or "Lind/Reis" have none.
 */
export const containsWebAddress = (text: string): boolean =>
  /:\/\/|\bwww\.|[\p{L}\d]\.\p{L}{2,}[/?#]/iu.test(text);
