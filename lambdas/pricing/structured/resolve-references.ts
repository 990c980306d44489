import { Thing, type ThingValue } from './thing.ts';

/**
 * Most values that are read again because something refers to them. Each mention of a thing costs what that states: a
 * thousand variants that share a list of a thousand offers are a million offers to read, of a page of a hundred kilobytes.
 * A group of a hundred variants with as many shared offers takes a tenth of it.
 */
const maxSharedValues = 100_000;

/** How far into a thing its readers look: from a product over a range of offers and its offers to their parts. */
const maxReach = 4;

const isReference = (thing: Thing): boolean => thing.id !== undefined && thing.properties.size === 0;

/** What two descriptions of one thing say together, in the first of them. */
const merge = (into: Thing, from: Thing): void => {
  for (const [property, values] of from.properties)
    if (!into.properties.has(property)) into.properties.set(property, values);
  for (const type of from.types) into.types.add(type);
};

/** Things that are described, by their `@id`. */
class Described {
  readonly #byId = new Map<string, Thing>();
  /** How many values each states, by how far one looks. */
  readonly #sizes = Array.from({ length: maxReach }, () => new Map<Thing, number>());
  readonly #page: string;

  /** @param base - address of the page, to which `#offer` belongs. */
  constructor(things: readonly Thing[], base: URL | undefined) {
    this.#page = base === undefined ? '' : base.href.slice(0, base.href.length - base.hash.length);
    for (const thing of things.filter(({ id, properties }) => id !== undefined && properties.size > 0)) {
      const id = this.#idOf(thing);
      const known = this.#byId.get(id);
      if (known) merge(known, thing);
      else this.#byId.set(id, thing);
    }
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  #idOf({ id }: Thing): string {
    return this.#page !== '' && id!.startsWith(`${this.#page}#`) ? id!.slice(this.#page.length) : id!;
  }

  /** The thing that a value mentions; `undefined` for one that mentions none. */
  targetOf(value: ThingValue): Thing | undefined {
    return value instanceof Thing && isReference(value) ? this.#byId.get(this.#idOf(value)) : undefined;
  }

  /** How many values a thing states, with those of the things in it. */
  sizeOf(thing: Thing, reach = 0): number {
    const sizes = this.#sizes[reach];
    const known = sizes ? sizes.get(thing) : 0;
    if (known !== undefined) return known;
    let size = 0;
    for (const values of thing.properties.values()) {
      size += values.length;
      for (const value of values)
        if (value instanceof Thing) size += this.sizeOf(this.targetOf(value) ?? value, reach + 1);
    }
    sizes!.set(thing, size);
    return size;
  }
}

/**
 * Replaces mentions by `@id` with the thing that is described elsewhere, in any script of the page.
 *
 * @param base - address of the page, to which `#offer` belongs.
 * @returns false where so much is shared that some mentions were left as they are.
 */
export const resolveReferences = (things: readonly Thing[], base?: URL): boolean => {
  const described = new Described(things, base);
  if (described.isEmpty) return true;
  let left = maxSharedValues;
  let isWhole = true;
  const resolve = (value: ThingValue, from: Thing): ThingValue => {
    const target = described.targetOf(value);
    if (target === undefined || target === from) return value;
    const size = described.sizeOf(target);
    if (size > left) {
      isWhole = false;
      return value;
    }
    left -= size;
    return target;
  };
  for (const thing of things)
    for (const values of thing.properties.values())
      for (const [index, value] of values.entries()) values[index] = resolve(value, thing);
  return isWhole;
};
