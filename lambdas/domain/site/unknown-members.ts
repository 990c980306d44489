import { isObject } from '../json-text.ts';
import { nearestName } from '../nearest-name.ts';
import {
  expectationSchema,
  selectorSchema,
  sellingSiteMembersSchema,
  variantWishSchema,
} from './selling-site.ts';

/** Names of an object's members, and of those nested in them; arrays are searched. */
export interface KnownMembers {
  names: readonly string[];
  below?: Readonly<Record<string, KnownMembers>>;
}

/** A member that nothing reads, and the name that was probably intended. */
export interface UnknownMember {
  path: readonly (string | number)[];
  meant: string | undefined;
}

export const expectMembers: KnownMembers = { names: Object.keys(expectationSchema.shape) };

const selector: KnownMembers = { names: Object.keys(selectorSchema.shape) };
const selectorFields = Object.keys(sellingSiteMembersSchema.shape.Selectors.unwrap().shape);

export const knownSiteMembers: KnownMembers = {
  names: Object.keys(sellingSiteMembersSchema.shape),
  below: {
    Variant: { names: Object.keys(variantWishSchema.shape) },
    Expect: expectMembers,
    Selectors: {
      names: selectorFields,
      below: Object.fromEntries(selectorFields.map((field) => [field, selector])),
    },
  },
};

/** Lists members that nothing reads. */
export function* unknownIn(
  value: unknown,
  { names, below = {} }: KnownMembers,
  path: readonly (string | number)[] = [],
): Generator<UnknownMember> {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* unknownIn(each, { names, below }, [...path, index]);
  }
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (!names.includes(name)) yield { path: [...path, name], meant: nearestName(name, names) };
    else if (Object.hasOwn(below, name)) yield* unknownIn(member, below[name]!, [...path, name]);
  }
}

/** Members reported; an object may have thousands. */
export const maxUnknownMembers = 20;

const dotted = (path: UnknownMember['path']): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`))
    .join('');

const hintOf = ({ path, meant }: UnknownMember): string => {
  if (meant === undefined) return '';
  const isOtherCase = String(path.at(-1)).toLowerCase() === meant.toLowerCase();
  return isOtherCase ? ` (names are case-sensitive: "${meant}" is)` : ` (did you mean "${meant}"?)`;
};

/** Warnings about unknown members, for a result's `Warnings`. @param of - the object, such as `a selling site`. */
export const unknownMemberWarnings = (value: unknown, known: KnownMembers, of: string): string[] => {
  const warnings: string[] = [];
  for (const member of unknownIn(value, known)) {
    if (warnings.length === maxUnknownMembers) break;
    const name = dotted(member.path).slice(0, 100);
    warnings.push(`UnknownMember: "${name}" is not a member of ${of}${hintOf(member)}; it was ignored.`);
  }
  return warnings;
};
