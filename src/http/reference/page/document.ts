/** The parts of the OpenAPI document that the page shows. */

export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};
export type Example = { summary: string; value: unknown };
type Content = { 'application/json': { schema?: Schema; examples?: Record<string, Example> } };
export type Answer = { description: string; content?: Content };
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};
export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: unknown[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer | { $ref: string }>;
};
export type ReferenceDocument = {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
    headers: Record<string, { description: string }>;
  };
};

/** An operation with its address, and with its references to shared parameters resolved. */
export type Endpoint = {
  method: string;
  path: string;
  operation: Operation;
  parameters: Parameter[];
};

/** The last part of a reference such as `#/components/schemas/Booking`. */
export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The operations of a tag, in the document's order. */
export function endpointsOf({ paths, components }: ReferenceDocument, tag: string): Endpoint[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({
        method,
        path,
        operation,
        parameters: (operation.parameters ?? []).flatMap((parameter) =>
          '$ref' in parameter ? (components.parameters[nameOf(parameter.$ref)] ?? []) : parameter,
        ),
      })),
  );
}

/** The answers that operations share, by status. */
export function sharedAnswersOf({ paths, components }: ReferenceDocument): [status: string, Answer][] {
  const answers = new Map<string, Answer>();
  for (const { responses } of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    for (const [status, answer] of Object.entries(responses)) {
      const shared = '$ref' in answer ? components.responses[nameOf(answer.$ref)] : undefined;
      if (shared) answers.set(status, shared);
    }
  }
  return [...answers].sort(([one], [other]) => Number(one) - Number(other));
}
