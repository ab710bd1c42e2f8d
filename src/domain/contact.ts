/** How guests reach a team (docs/rules.md, 15.7). Null where nothing is said. */
export type Contact = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
};
/** Some of it. Undefined parts stay as they are. */
export type ContactChange = { readonly [Key in keyof Contact]?: Contact[Key] | undefined };

/** The contact with some of it changed. Null if nothing is said any more, which is how that is stored. */
export function mergeContact(stored: Contact | null, change: ContactChange): Contact | null {
  const { email, phone, website } = completeContact(stored);
  const merged = {
    email: change.email === undefined ? email : change.email,
    phone: change.phone === undefined ? phone : change.phone,
    website: change.website === undefined ? website : change.website,
  };
  return Object.values(merged).every((value) => value === null) ? null : merged;
}

/** All three keys. */
export const completeContact = (contact: Contact | null): Contact => ({
  email: contact?.email ?? null,
  phone: contact?.phone ?? null,
  website: contact?.website ?? null,
});
