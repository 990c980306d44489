import fc from 'fast-check';

/** The words of JSON Schema that the API's own schemas use. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

/** Arrays and strings are kept this short where the schema allows more; limits have cases of their own. */
const usualItems = 3;
const usualLength = 12;

export interface SchemaArbitraryOptions {
  definitions: Readonly<Record<string, JsonSchema>>;
  /** Values of text members that the schema alone says too little about, by name. */
  members: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

/** A pattern that only forbids characters: fast-check would make nothing but ASCII from it. */
const isForbidding = (pattern: string): boolean => pattern.startsWith('^[^');

const text = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const { minLength = 0, maxLength = usualLength, pattern } = schema;
  if (pattern !== undefined && !isForbidding(pattern)) return fc.stringMatching(new RegExp(pattern));
  return fc
    .oneof(
      ...(['grapheme-ascii', 'grapheme', 'binary'] as const).map((unit) =>
        fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, usualLength)), unit }),
      ),
    )
    .filter((value) => !/\p{Cc}/u.test(value) && value.length <= maxLength);
};

/** Values that a schema allows. @throws Error on a word of JSON Schema that the API did not use so far. */
export const schemaArbitrary = (
  schema: JsonSchema,
  options: SchemaArbitraryOptions,
): fc.Arbitrary<unknown> => {
  if (schema.$ref !== undefined) {
    return schemaArbitrary(options.definitions[schema.$ref.split('/').at(-1)!]!, options);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object': {
      const members = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, member]) => [
          name,
          (member.type === 'string' && options.members[name]) || schemaArbitrary(member, options),
        ]),
      );
      return fc.record(members, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true });
    }
    case 'array': {
      const { minItems = 0, maxItems = usualItems, items = {} } = schema;
      const most = Math.max(minItems, Math.min(maxItems, usualItems));
      return fc.array(schemaArbitrary(items, options), { minLength: minItems, maxLength: most });
    }
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
    case 'number': {
      // In hundredths, which is as finely as the service counts.
      const [min, max] = [schema.minimum ?? -1_000, schema.maximum ?? 1_000];
      return fc
        .integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) })
        .map((hundredths) => hundredths / 100);
    }
    default:
      throw new Error(`No values are known for the schema ${JSON.stringify(schema)}.`);
  }
};
