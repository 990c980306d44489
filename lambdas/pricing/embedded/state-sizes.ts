import { distinctSizes, maxSizes, type RegionalSize, regionalSize, regionOf } from '../regional-sizes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { labelAt, labelOf, members } from './members.ts';
import { membersOf, type Reading } from './reading.ts';

const maxMembers = 60;
/** A size chart may contain the list of sizes. */
const maxDepth = 2;

const sizeOfEntry = (entry: JsonValue): RegionalSize | undefined => {
  if (!isJsonObject(entry)) {
    const text = labelOf(entry);
    return text === undefined ? undefined : regionalSize(text, undefined);
  }
  const text = labelAt(entry, members.sizeValue)?.text;
  return text === undefined ? undefined : regionalSize(text, labelAt(entry, members.sizeSystem)?.text);
};

/** Members named after a size system: `{"eu": "42", "us": 8.5}`, `sizeUS`, `uk_size`. */
const sizesByName = (
  object: JsonObject,
  isNamed: (key: string) => boolean,
  reading: Reading,
): RegionalSize[] =>
  membersOf(object, reading)
    .slice(0, maxMembers)
    .filter((key) => key.length <= 30 && isNamed(key))
    .flatMap((key) => {
      const text = labelOf(object[key]);
      // `sizeUS`: member names have no spaces between words.
      const system = key.replace(/([a-z])([A-Z])/g, '$1 $2');
      return text === undefined || regionOf(system) === undefined ? [] : (regionalSize(text, system) ?? []);
    });

const sizesOf = (value: JsonValue | undefined, reading: Reading, depth = 0): RegionalSize[] => {
  if (Array.isArray(value)) return value.slice(0, maxSizes).flatMap((each) => sizeOfEntry(each) ?? []);
  if (!isJsonObject(value)) return [];
  const named = sizesByName(value, () => true, reading);
  return named.length > 0 || depth >= maxDepth ? named : listedSizes(value, reading, depth + 1);
};

/** The first list of sizes among an object's members. */
const listedSizes = (object: JsonObject, reading: Reading, depth: number): RegionalSize[] => {
  for (const key of members.sizeLists) {
    const found = Object.hasOwn(object, key) ? sizesOf(object[key], reading, depth) : [];
    if (found.length > 0) return found;
  }
  return [];
};

/** Reads the sizes of a variant in every size system that its object names. */
export const readSizes = (variant: JsonObject, reading: Reading): RegionalSize[] =>
  distinctSizes([
    ...sizesByName(variant, (key) => /size/i.test(key), reading),
    ...listedSizes(variant, reading, 0),
  ]);
