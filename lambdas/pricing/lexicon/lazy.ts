/** A value that is made when it is first asked for: a cold start makes no table and no pattern that its page does not need. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
