/**
 * Makes the first two hexadecimal digits of a random UUID the number of the cell, by which a front finds the deployment
 * that has the request. The other 114 bits stay random.
 */
export const inCell = (cell: number, uuid: string): string =>
  cell.toString(16).padStart(2, '0') + uuid.slice(2);
