/** The form of the slugs of teams and listings (contract, section 3): lower case, at most 63 characters. */
export const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

export const isDnsLabel = (text: string): boolean => DNS_LABEL.test(text);
