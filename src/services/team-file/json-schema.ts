import { z } from 'zod';
import { teamEntry } from '../../schemas/team.ts';
import { COLLECTION_NAMES, COLLECTIONS } from './collections.ts';

/** The parts of JSON Schema that team files use. */
export type JsonSchema = {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxLength?: number;
};

/**
 * The JSON Schema of a team file, with which editors complete it and mark mistakes. It is generated from the import's
 * own schemas and knows all fields. Only an import finds contradictions, and missing fields of new entities.
 */
export function buildTeamFileJsonSchema(): JsonSchema {
  const lists = COLLECTION_NAMES.map((name) => {
    const { schema, max } = COLLECTIONS[name];
    return [
      name,
      z
        .array(schema as z.ZodType)
        .max(max)
        .nullish(),
    ] as const;
  });
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
  }) as JsonSchema;
}
