/**
 * Memoizes a function of a text: pages and shops repeat element names and words. The cache is cleared when
 * full, as pages may contain any number of distinct texts.
 *
 * @param read - must be pure.
 * @param most - cached texts.
 */
export const memoize = <Answer>(read: (text: string) => Answer, most: number): ((text: string) => Answer) => {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined || answers.has(text)) return known as Answer;
    const answer = read(text);
    if (answers.size >= most) answers.clear();
    answers.set(text, answer);
    return answer;
  };
};
/** Creates a value on first use, so that a cold start builds only what its page needs. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
