import { join } from 'node:path';
import type { DrillShop } from './drill-shop.ts';
import { cartridge } from './shops/cartridge/shop.ts';
import { oscar } from './shops/oscar/shop.ts';

/** All real shop systems that drills run, by the name that a caller gives. */
export const shops: Readonly<Record<string, DrillShop>> = { oscar, cartridge };

/** @throws Error for a name that is none. */
const shopsNamed = (named: readonly string[]): (readonly [string, DrillShop])[] => {
  const unknown = named.filter((name) => !Object.hasOwn(shops, name));
  if (unknown.length > 0) throw new Error(`There is no shop ${unknown.join(', ')}.`);
  return (named.length > 0 ? named : Object.keys(shops)).map((name) => [name, shops[name]!] as const);
};

/** Why a shop could not be run, in a line. */
const tellFailure = ({ name, version }: DrillShop, error: unknown): string => {
  const reason =
    error instanceof Error ? `${error.message}${error.cause ? `\n${error.cause}` : ''}` : String(error);
  return `${name} ${version}: COULD NOT BE RUN: ${reason}\n`;
};

export const titledLines = (title: string, texts: readonly string[]): string =>
  texts.length === 0 ? '' : `  ${title}:\n${texts.map((text) => `    ${text}\n`).join('')}`;

/** What a drill does with one shop: its report as text, and whether the goal is reached. */
export type ShopDrill = (shop: DrillShop, folder: string) => Promise<{ isReached: boolean; text: string }>;

/**
 * Takes one shop after the other through a drill, and prints what came of each.
 *
 * @param named - shops; all when it is empty.
 * @param cache - where each shop has a folder, kept between runs.
 * @returns false when a goal is missed or a shop cannot be had.
 */
export const drillShops = async (
  named: readonly string[],
  cache: string,
  goal: string,
  drill: ShopDrill,
): Promise<boolean> => {
  const chosen = shopsNamed(named);
  process.stdout.write(`Goal: ${goal}\n`);
  let isReached = true;
  for (const [name, shop] of chosen) {
    const told = await drill(shop, join(cache, name)).catch((error: unknown) => ({
      isReached: false,
      text: tellFailure(shop, error),
    }));
    isReached &&= told.isReached;
    process.stdout.write(told.text);
  }
  return isReached;
};
