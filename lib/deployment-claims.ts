/** Resources that only one deployment can have. */
export interface Claims {
  /** For messages. */
  file: string;
  stackName: string;
  /** Empty: none. */
  domainName: string;
  account?: string | undefined;
  region?: string | undefined;
}

const differ = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

/** Stacks of one name differ if both files state different accounts or regions. */
const haveOneStack = (own: Claims, other: Claims): boolean =>
  own.stackName === other.stackName &&
  !differ(own.region, other.region) &&
  !differ(own.account, other.account);

/** A domain name is unique across all accounts of a region. */
const haveOneDomain = (own: Claims, other: Claims): boolean =>
  own.domainName !== '' && own.domainName === other.domainName && !differ(own.region, other.region);

/** Describes claims that another deployment's file makes too: the last one deployed would take them over. */
export const collisions = (own: Claims, others: readonly Claims[]): string[] =>
  others.flatMap((other) => [
    ...(haveOneStack(own, other)
      ? [
          `stackName: "${own.stackName}" is also the stack of ${other.file}, but each deployment needs its own: choose another name, or delete the unused file`,
        ]
      : []),
    ...(haveOneDomain(own, other)
      ? [
          `domainName: "${own.domainName}" is also that of ${other.file}, but can only lead to one API: choose another name, or remove it there`,
        ]
      : []),
  ]);
