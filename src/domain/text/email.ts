import { domainToASCII } from 'node:url';

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const ASCII = /^[\x00-\x7f]*$/;

export const isAscii = (text: string): boolean => ASCII.test(text);

/** A domain beyond ASCII in the form in which mail is sent to it. A domain that has none is returned as it is. */
export function toAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (at === 0 || isAscii(domain)) return email;
  return `${email.slice(0, at)}${domainToASCII(domain) || domain}`;
}

/** Of the part before the domain. */
export const hasAsciiMailbox = (email: string): boolean => isAscii(email.slice(0, email.lastIndexOf('@')));
