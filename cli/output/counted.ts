/** A count of things for people: `1 change`, `2 changes`. @param thing - whose plural ends in "s". */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
