import * as z from 'zod';

/**
 * A schema without its rules on lengths, patterns and combinations of members; types, members, enumerations and
 * the refusal of unknown members stay.
 *
 * Queued and stored data met the rules of the version that accepted it. Today's may be stricter, and must not reject
 * accepted data, so full rules apply to calls and only the shape to stored data.
 *
 * Built on first use, since most functions never read this shape.
 *
 * @throws TypeError on first use, for an unsupported kind of schema.
 */
export const shapeOf = <Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>> =>
  z.lazy(() => withoutRules(schema)) as z.ZodType<z.output<Schema>>;

const withoutRules = (schema: z.core.$ZodType): z.ZodType => {
  if (schema instanceof z.ZodOptional) return withoutRules(schema.unwrap()).optional();
  if (schema instanceof z.ZodNullable) return withoutRules(schema.unwrap()).nullable();
  if (schema instanceof z.ZodArray) return z.array(withoutRules(schema.element));
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape as Record<string, z.core.$ZodType>);
    const shape = z.object(Object.fromEntries(members.map(([name, member]) => [name, withoutRules(member)])));
    return schema.def.catchall ? shape.strict() : shape;
  }
  if (schema instanceof z.ZodEnum) return z.enum(schema.enum);
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumber) return z.number();
  if (schema instanceof z.ZodBoolean) return z.boolean();
  throw new TypeError(
    `Schemas of type "${schema._zod.def.type}" are not supported; add them to withoutRules.`,
  );
};
