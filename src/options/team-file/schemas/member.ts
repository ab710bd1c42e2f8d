import { z } from 'zod';
import { toInstantText } from '../../../domain/formats.ts';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../../../domain/limits.ts';
import { MEMBER_MAIL_KINDS, type MemberMailKind } from '../../../domain/vocabulary.ts';
import { listingsEntry, roleField } from '../../../schemas/access.ts';
import { createdAndUpdatedEntries } from '../../../schemas/fields/dates.ts';
import { emailEntry } from '../../../schemas/fields/emails.ts';
import { objectEntry, requiredText } from '../../../schemas/fields/fields.ts';
import type { PresentedEntry } from '../../../schemas/formats.ts';

/** The highest accepted cost of a password hash: about half a second for each try to sign in. */
const MAX_PASSWORD_HASH_KIB = 262_144;
const MAX_PASSWORD_HASH_KIB_PASSES = 1_048_576;
const MAX_PASSWORD_HASH_LANES = 64;

export const memberEntry = objectEntry({
  email: emailEntry.describe('Identifies the member. Case does not matter.'),
  name: requiredText(MAX_NAME_LENGTH).optional().describe('Used only for a person who is in no other team.'),
  role: roleField.optional().describe('The code of the role. Default: the stored one, else `owner`.'),
  listings: listingsEntry.optional(),
  password: z
    .string({ error: 'must be a text' })
    .pipe(
      z
        .string()
        .min(1, { error: 'must have at least 1 character' })
        .max(MAX_PASSWORD_LENGTH, { error: `must not have more than ${MAX_PASSWORD_LENGTH} characters` }),
    )
    .meta({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH })
    .nullish()
    .describe('Used only for a person who has none and is in no other team.'),
  password_hash: z
    .string({ error: 'must be a text' })
    .refine(isPasswordHash, {
      error: 'must be an argon2id hash in PHC form, of at most 256 MiB, and 1 GiB in all passes',
    })
    .nullish()
    .describe('An argon2id hash instead of a password, as in an export with secrets.'),
  mail_kinds: z
    .custom<MemberMailKind[]>(isMailKindList, {
      error: `must be a list of ${MEMBER_MAIL_KINDS.join(', ')}`,
    })
    .meta({ type: 'array', items: { type: 'string', enum: [...MEMBER_MAIL_KINDS] } })
    .nullish()
    .describe('The messages that the member wants. Null for all.'),
  ...createdAndUpdatedEntries,
});

export type MemberEntry = z.infer<typeof memberEntry>;

type Member = {
  email: string;
  name: string;
  role: string;
  passwordHash: string | null;
  mailKinds: MemberMailKind[] | null;
  joinedAt: Date;
  updatedAt: Date;
};

/** Only an export with secrets contains password hashes. */
export const presentMemberEntry = (
  member: Member,
  { listings, hasSecrets }: { listings: string[] | null; hasSecrets: boolean },
) =>
  ({
    email: member.email,
    name: member.name,
    role: member.role,
    listings,
    ...(hasSecrets ? { password_hash: member.passwordHash } : {}),
    mail_kinds: member.mailKinds,
    created_at: toInstantText(member.joinedAt),
    updated_at: toInstantText(member.updatedAt),
  }) satisfies PresentedEntry<Omit<MemberEntry, 'password' | 'password_hash'>>;

function isMailKindList(value: unknown): value is MemberMailKind[] {
  const kinds: readonly unknown[] = MEMBER_MAIL_KINDS;
  return (
    Array.isArray(value) &&
    value.every((kind) => kinds.includes(kind)) &&
    new Set(value).size === value.length
  );
}

function isPasswordHash(text: string): boolean {
  const hashParts =
    /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,6}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,88}\$[A-Za-z0-9+/]{22,172}$/.exec(
      text,
    );
  const [memory = 0, passes = 0, lanes = 0] = hashParts?.slice(1).map(Number) ?? [];
  if (lanes < 1 || lanes > MAX_PASSWORD_HASH_LANES || memory < 8 * lanes || memory > MAX_PASSWORD_HASH_KIB)
    return false;
  return passes >= 1 && memory * passes <= MAX_PASSWORD_HASH_KIB_PASSES;
}
