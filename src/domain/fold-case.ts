/**
 * The form of a text by which emails, coupon codes and searches are compared, in which letters' case does not matter
 * (contract, section 2). It is made here and stored, since databases disagree on lower case outside ASCII.
 */
export const foldCase = (text: string): string =>
  // Lower case alone writes a Greek sigma by its place in the word, so a part of a word would not be found in it.
  text.toLowerCase().replaceAll('ς', 'σ');

/** The text that a search for guests looks through: name and email on a line each, so that no match spans both. */
export const guestSearchText = (name: string, email: string | null): string =>
  foldCase(`${name}\n${email ?? ''}`);
