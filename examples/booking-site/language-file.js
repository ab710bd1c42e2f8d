/**
 * Loads the sentences of one language. Where Innkeep serves the page, it has chosen the language already, and puts a
 * module with the sentences in the place of this one (src/options/booking-site/web/scripts.ts).
 *
 * @param {() => Promise<string>} choose
 * @returns {Promise<import('./sentences.js').Sentences>}
 */
export async function loadSentences(choose) {
  const code = await choose();
  // A copy may be older than a language of its team.
  const file = await import(`./languages/${code}.js`).catch(() => import('./languages/en.js'));
  return file.sentences;
}
