/**
 * The form by which texts are compared where letters' case does not matter: emails, coupon codes, searches (contract,
 * section 2). Made here and stored, since databases disagree on lower case outside of ASCII.
 */
export const keyOf = (text: string): string =>
  // Lower case alone writes a Greek sigma by its place in the word, so a part of a word would not be found in it.
  text.toLowerCase().replaceAll('ς', 'σ');

/** What a search for guests looks through: name and email, a line each, so that no match runs from one into the other. */
export const guestSearchText = (name: string, email: string | null): string =>
  keyOf(`${name}\n${email ?? ''}`);
