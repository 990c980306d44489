/** A text that a caller attaches to a selling site and finds in its result. */
export interface EchoedMember {
  maxLength: number;
  /** For the API's documentation. */
  description: string;
  /** Label of its field in the console. */
  label: string;
}

/**
 * All echoed members except `Name`. Add one here: request and result schemas, OpenAPI, client types, watches, CSV
 * columns, `--skus` columns and the console's form are derived from it.
 */
export const echoedMembers = {
  Reference: {
    maxLength: 500,
    description: 'The caller’s own tag, echoed in the result.',
    label: 'Your reference',
  },
} as const satisfies Record<string, EchoedMember>;

export type EchoedName = keyof typeof echoedMembers;

export const echoedNames = Object.keys(echoedMembers) as EchoedName[];

/** An object with a value for each echoed member, such as its schema. */
export const mapEchoed = <Value>(make: (member: EchoedMember, name: EchoedName) => Value) =>
  Object.fromEntries(echoedNames.map((name) => [name, make(echoedMembers[name], name)])) as Record<
    EchoedName,
    Value
  >;

/** The echoed members of a site or result; null if not given. */
export const echoOf = (site: { [name in EchoedName]?: string | null | undefined }) =>
  mapEchoed((_member, name) => site[name] ?? null);
