// Functions of newer releases that the construct uses, for Node.js 20.

export const parseUrl = (address: string): URL | null => {
  try {
    return new URL(address);
  } catch {
    return null;
  }
};

export const groupBy = <Item>(items: Iterable<Item>, keyOf: (item: Item) => PropertyKey): object => {
  const groups: Record<PropertyKey, Item[]> = {};
  for (const item of items) groups[keyOf(item)] = [...(groups[keyOf(item)] ?? []), item];
  return groups;
};
