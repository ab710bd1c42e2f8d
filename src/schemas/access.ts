/** Roles, members and tokens in the API. */
import { z } from 'zod';
import { PERMISSIONS } from '../domain/access/permissions.ts';
import { toInstantText, toInstantTextOrNull } from '../domain/formats.ts';
import {
  MAX_CODE_LENGTH,
  MAX_LISTINGS_OF_ACCESS,
  MAX_NAME_LENGTH,
  MAX_TOKEN_NAME_LENGTH,
} from '../domain/limits.ts';
import { TOKEN_ACCESS_MODES } from '../domain/vocabulary.ts';
import type { AccessListings } from '../services/access/listings.ts';
import type { Role } from '../services/access/roles.ts';
import type { Member } from '../services/people/members.ts';
import type { NewToken, ShownToken } from '../services/tokens/tokens.ts';
import { idField, requiredText, slugField, typedTextField, wordField } from './fields/fields.ts';
import { buildIssue, distinctListOf, mustBe } from './fields/lists.ts';
import { createdAtSchema, idSchema, instantSchema, nullableText, wordSchema } from './formats.ts';
import { pageSchema } from './page.ts';

/** A repeated one is refused under its place in the list, also if it is unknown. */
export const permissionsField = distinctListOf(
  z.enum(PERMISSIONS, mustBe('a permission, such as bookings:read')),
  PERMISSIONS.length,
  { value: z.unknown(), error: 'must not be named twice' },
).describe('What the role permits, such as `bookings:write`. `write` includes `read`.');

/** Of a member, a token or an invitation. */
export const roleField = requiredText(MAX_CODE_LENGTH).describe('The code of a role.');

/** Of a member or a token. Null for all of them. */
export const listingsField = distinctListOf(idField, MAX_LISTINGS_OF_ACCESS, {
  value: idField,
  error: 'must not be named twice',
})
  .nullable()
  .describe(
    'The ids of the only standalone listings and buildings that it is for. Null for all of the team. A building is meant with its unit types.',
  );

/** In a team file. */
export const listingsEntry = distinctListOf(slugField, MAX_LISTINGS_OF_ACCESS, {
  value: slugField,
  error: 'must not be named twice',
})
  .nullable()
  .describe(
    'The slugs of the only standalone listings and buildings that it is for. Null for all. Default: what is stored, else null.',
  );

export const roleParams = z.object({
  code: typedTextField({ min: 1, max: MAX_CODE_LENGTH }).describe('The code of the role.'),
});
export const memberParams = z.object({ member: idField.describe('The membership’s id.') });
export const tokenParams = z.object({ token: idField.describe('The token’s id.') });

const roleSchema = z
  .object({
    code: z.string().describe('Identifies it.'),
    name: z.string().describe('As members read it.'),
    permissions: z
      .array(wordSchema(PERMISSIONS))
      .describe('In a fixed order, each resource once. `write` includes `read`.'),
    given: z.boolean().describe('Whether it is one of the five that cannot be changed or removed.'),
    members: z.int().describe('How many members have it.'),
    tokens: z.int().describe('How many live tokens have it.'),
  })
  .meta({ id: 'Role', description: 'What a member or a token may do.' });

export const presentRole = ({ isGiven, ...role }: Role): z.infer<typeof roleSchema> => ({
  code: role.code,
  name: role.name,
  permissions: role.permissions,
  given: isGiven,
  members: role.members,
  tokens: role.tokens,
});

const roleFields = {
  name: requiredText(MAX_NAME_LENGTH).describe('As members read it.'),
  permissions: permissionsField,
};
export const newRoleBody = z
  .object({
    code: requiredText(MAX_CODE_LENGTH).describe('Identifies it. It cannot be changed.'),
    ...roleFields,
  })
  .meta({
    id: 'NewRole',
    description: 'A role of the team’s own.',
    examples: [{ code: 'night', name: 'Night desk', permissions: ['bookings:write', 'calendar:read'] }],
  });
export const roleChangeBody = z
  .object(roleFields)
  .partial()
  .meta({
    id: 'RoleChange',
    description: 'What is left out stays as it is.',
    examples: [{ permissions: ['bookings:read', 'calendar:read'] }],
  });

export const roleAnswer = z.object({ data: roleSchema });
export const roleListAnswer = pageSchema(roleSchema);

const listingsSchema = z
  .array(idSchema)
  .nullable()
  .describe(
    'The ids of the only standalone listings and buildings that it is for, with their unit types. Null for all of the team.',
  );

const memberSchema = z
  .object({
    id: idSchema,
    name: z.string().describe('As the person has chosen it.'),
    email: z.string().describe('With which the person signs in.'),
    role: z.string().describe('The code of the member’s role.'),
    listings: listingsSchema,
    second_factor: z.boolean().describe('Whether the person has an authenticator app.'),
    created_at: createdAtSchema,
  })
  .meta({ id: 'Member', description: 'A person who may use the team’s pages.' });

const toListings = (ids: AccessListings) => ids && [...ids];

export const presentMember = (member: Member): z.infer<typeof memberSchema> => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  listings: toListings(member.listings),
  second_factor: member.hasSecondFactor,
  created_at: toInstantText(member.joinedAt),
});

export const memberChangeBody = z
  .object({ role: roleField, listings: listingsField })
  .partial()
  .meta({
    id: 'MemberChange',
    description: 'What is left out stays as it is.',
    examples: [{ role: 'desk', listings: null }],
  });

export const memberAnswer = z.object({ data: memberSchema });
export const memberListAnswer = pageSchema(memberSchema);

const tokenFields = {
  id: idSchema,
  name: z.string().describe('What the team calls it.'),
  scope: wordSchema(TOKEN_ACCESS_MODES)
    .nullable()
    .describe('Of a token without a role. It limits the token only if the team enforces scopes.'),
  role: nullableText.describe('The code of the token’s role. Null for a token with a scope.'),
  listings: listingsSchema,
  created_by: nullableText.describe(
    'The email of the member, or the name of the token, that has made it. Null for an operator.',
  ),
  created_at: createdAtSchema,
  last_used_at: instantSchema.nullable().describe('Stored at most once a minute. Null if never.'),
};
const tokenSchema = z
  .object(tokenFields)
  .meta({ id: 'Token', description: 'What a program of the team calls the API with.' });
const newTokenSchema = z
  .object({ ...tokenFields, token: z.string().describe('The token itself, shown this once.') })
  .meta({ id: 'TokenWithSecret', description: 'A new token.' });

export const presentToken = (token: ShownToken): z.infer<typeof tokenSchema> => ({
  id: token.id,
  name: token.name,
  scope: token.access,
  role: token.role,
  listings: toListings(token.listings),
  created_by: token.madeByTokenName ?? token.createdByEmail,
  created_at: toInstantText(token.createdAt),
  last_used_at: toInstantTextOrNull(token.lastUsedAt),
});
export const presentNewToken = ({ token, shown }: NewToken): z.infer<typeof newTokenSchema> => ({
  ...presentToken(shown),
  token,
});

/** Either a scope or a role. */
export const newTokenBody = z
  .object({
    name: requiredText(MAX_TOKEN_NAME_LENGTH).describe(
      'What it is for. Unique among the team’s live tokens.',
    ),
    scope: wordField(TOKEN_ACCESS_MODES)
      .optional()
      .describe(
        'For a token without a role, which counts as having every permission but `people` and `tokens`.',
      ),
    role: roleField.optional().describe('The code of the role that limits it.'),
    listings: listingsField.optional(),
  })
  .superRefine(({ scope, role, listings }, context) => {
    if ((scope === undefined) === (role === undefined))
      context.addIssue({
        ...buildIssue(
          scope === undefined ? 'required' : 'contradicts',
          scope === undefined ? 'is required, or a scope' : 'must not be given together with a scope',
        ),
        path: ['role'],
      });
    if (scope !== undefined && listings)
      context.addIssue({
        ...buildIssue('contradicts', 'must not be given together with a scope'),
        path: ['listings'],
      });
  })
  .transform(({ name, scope, role, listings }) => ({
    name,
    rights: role === undefined ? { access: scope ?? ('read-only' as const) } : { role, listings },
  }))
  .meta({
    id: 'NewToken',
    description: 'A new token: either with a scope or with a role.',
    examples: [{ name: 'Lock', role: 'housekeeping' }],
  });

export const newTokenAnswer = z.object({ data: newTokenSchema });
export const tokenListAnswer = pageSchema(tokenSchema);
