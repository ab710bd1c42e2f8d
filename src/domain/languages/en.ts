/**
 * Every sentence that a guest can read, in English. A new sentence is an entry here and in each other language,
 * which does not compile without it. How they are written: docs/contributing.md, "A language".
 */
export const en = {
  /** As its speakers call it. */
  name: 'English',
  /** Of its dates, numbers and plurals. */
  locale: 'en-GB',

  /** Why a stay cannot be had. */
  reasons: {},

  /** Refusals of what a guest sends. */
  errors: {},

  /** Names of amenities and their groups. */
  amenities: {},

  /** Names of our own price lines and terms. */
  lines: {},

  /** Messages to guests, and their calendar files. */
  mail: {},

  /** Invoices and credit notes. */
  documents: {},

  /** The booking site, and a guest's own page. */
  site: {},
} as const;
