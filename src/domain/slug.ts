/** Whether a text is a DNS label, as the slugs of teams and listings are (contract, section 3): lower case, at most 63. */
export function isDnsLabel(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}
