/** Resources that only one deployment can have. */
export interface Claims {
  /** Its file, for messages. */
  file: string;
  stackName: string;
  /** Empty: none. */
  domainName: string;
  account?: string | undefined;
  region?: string | undefined;
}

const differ = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

/** Stacks of one name are told apart by account and region, where both files say theirs. */
const haveOneStack = (own: Claims, other: Claims): boolean =>
  own.stackName === other.stackName &&
  !differ(own.region, other.region) &&
  !differ(own.account, other.account);

/** A domain name is one for all accounts of a region. */
const haveOneDomain = (own: Claims, other: Claims): boolean =>
  own.domainName !== '' && own.domainName === other.domainName && !differ(own.region, other.region);

/** Claims that another deployment's file makes too, in words: the last one deployed would take them. */
export const collisions = (own: Claims, others: readonly Claims[]): string[] =>
  others.flatMap((other) => [
    ...(haveOneStack(own, other)
      ? [
          `stackName: "${own.stackName}" is the stack of ${other.file} as well, and each deployment has one of its own; name another one, or delete the file that is of no use any more`,
        ]
      : []),
    ...(haveOneDomain(own, other)
      ? [
          `domainName: "${own.domainName}" is that of ${other.file} as well, and leads to one API; name another one, or take it out there`,
        ]
      : []),
  ]);
