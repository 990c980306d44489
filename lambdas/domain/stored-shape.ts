import * as z from 'zod';

/**
 * The shape of a schema without its rules: what a text must hold, how long it or a list may be, how members go
 * together. Kinds, members and the values of an enumeration stay.
 *
 * Queued and stored data met the rules of the version that accepted it. Today's may be stricter, and
 * must not refuse for ever what somebody was told is accepted; so they are asked at the door, and the shape of what
 * is stored.
 *
 * It is made when something is first read by it: most functions know the schema and read nothing of this shape.
 *
 * @throws TypeError then for a kind of schema that it does not know.
 */
export const shapeOf = <Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>> =>
  z.lazy(() => withoutRules(schema)) as z.ZodType<z.output<Schema>>;

const withoutRules = (schema: z.core.$ZodType): z.ZodType => {
  if (schema instanceof z.ZodOptional) return withoutRules(schema.unwrap()).optional();
  if (schema instanceof z.ZodNullable) return withoutRules(schema.unwrap()).nullable();
  if (schema instanceof z.ZodArray) return z.array(withoutRules(schema.element));
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape as Record<string, z.core.$ZodType>);
    return z.object(Object.fromEntries(members.map(([name, member]) => [name, withoutRules(member)])));
  }
  if (schema instanceof z.ZodEnum) return z.enum(schema.enum);
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumber) return z.number();
  if (schema instanceof z.ZodBoolean) return z.boolean();
  throw new TypeError(
    `Expected a kind of schema whose shape is known, and got "${schema._zod.def.type}": say here what its shape is.`,
  );
};
