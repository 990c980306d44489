/**
 * A function of a text that asks once for each text: pages repeat the names of their elements and their words, and so do
 * shops with one template. Its memory is emptied when it is full, since pages may make up texts without end.
 *
 * @param read - must give the same answer for the same text at all times.
 * @param most - texts that are remembered.
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
