/** Names of members in the three spellings that servers write: `salePrice`, `sale_price`, `SalePrice`. */
export const spellings = (names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => [
      name,
      name.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`),
      `${name[0]!.toUpperCase()}${name.slice(1)}`,
    ]),
  ),
];
