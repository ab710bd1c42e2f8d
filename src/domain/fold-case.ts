/**
 * The form in which emails, coupon codes and searches are compared without regard to case (contract, section 2). It is
 * computed here and stored, because databases disagree on lower case outside ASCII.
 */
export const foldCase = (text: string): string =>
  // `toLowerCase` writes a Greek sigma differently at the end of a word, so a search for part of a word would miss it.
  text.toLowerCase().replaceAll('ς', 'σ');

/** The text that a guest search looks through. Name and email are on separate lines, so no match spans both. */
export const guestSearchText = (name: string, email: string | null): string =>
  foldCase(`${name}\n${email ?? ''}`);
