import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';

/**
 * Takes the types out of the `props` of an `astro-island`, where each value stands as `[type, value]`:
 * `{"price":[0,129.95],"sizes":[1,[[0,"41"]]]}`.
 *
 * @param root - is changed in place.
 * @see https://docs.astro.build/en/guides/framework-components/#passing-props-to-framework-components
 */
export const unwrapAstroProps = (root: JsonValue): JsonValue => {
  const stack: (JsonValue[] | JsonObject)[] = [];
  const unwrap = (value: JsonValue): JsonValue => {
    const isTyped =
      Array.isArray(value) &&
      value.length === 2 &&
      value[0] instanceof JsonNumber &&
      /^\d{1,2}$/.test(value[0].text);
    const inner = isTyped ? value[1]! : value;
    if (Array.isArray(inner) || isJsonObject(inner)) stack.push(inner);
    return inner;
  };
  if (isJsonObject(root)) stack.push(root);
  while (stack.length > 0) {
    const container = stack.pop()!;
    if (Array.isArray(container))
      for (let index = 0; index < container.length; index += 1) container[index] = unwrap(container[index]!);
    else for (const key of Object.keys(container)) container[key] = unwrap(container[key]!);
  }
  return root;
};
