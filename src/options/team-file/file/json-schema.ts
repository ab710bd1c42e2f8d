import { z } from 'zod';
import { teamEntry } from '../../../schemas/team.ts';
import { COLLECTIONS } from './collections.ts';

/**
 * Code editors complete a team file by it and mark mistakes. Made from the schemas of the import, so it knows
 * all fields. Contradictions between entries, and missing fields of new ones, are only found by an import.
 */
export function buildTeamFileJsonSchema() {
  const lists = Object.entries(COLLECTIONS).map(([name, { schema, max }]) => [
    name,
    z
      .array(schema as z.ZodType)
      .max(max)
      .nullish(),
  ]);
  const file = z
    .object({ $schema: z.string().optional(), team: teamEntry, ...Object.fromEntries(lists) })
    .meta({
      title: 'Innkeep team file',
      description: 'One team with everything that belongs to it.',
    });
  return z.toJSONSchema(file, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.properties) jsonSchema.additionalProperties = false;
    },
  });
}
