import { findTextProblem } from './text.ts';

/** Whether a text is an address of the web, which a page can show or link to without running anything. */
export const isWebAddress = (text: string, maxLength: number): boolean =>
  /^https?:\/\//i.test(text) &&
  findTextProblem(text, { max: maxLength, oneLine: true }) === null &&
  URL.canParse(text);

/** The end of an error message about a text that is not a web address. */
export const sayWebAddressRule = (maxLength: number) =>
  `must be an address that begins with https:// or http://, of at most ${maxLength} characters`;

/**
 * Whether a text has a part of which mail programs make a link: `https://a.example`, `www.a.example` or
 * `a.example/b`. Names such as "Dr. Ana M.J. Reis" or "Lind/Reis" have none.
 */
export const containsWebAddress = (text: string): boolean =>
  /:\/\/|\bwww\.|[\p{L}\d]\.\p{L}{2,}[/?#]/iu.test(text);
