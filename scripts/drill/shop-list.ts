import type { DrillShop } from './drill-shop.ts';
import { cartridge } from './shops/cartridge/shop.ts';
import { evershop } from './shops/evershop/shop.ts';
import { oscar } from './shops/oscar/shop.ts';

/** All real shop systems that drills run, by the name that a caller gives. */
export const shops: Readonly<Record<string, DrillShop>> = { oscar, cartridge, evershop };

/** @throws Error for a name that is none. */
export const shopsNamed = (named: readonly string[]): (readonly [string, DrillShop])[] => {
  const unknown = named.filter((name) => !Object.hasOwn(shops, name));
  if (unknown.length > 0) throw new Error(`There is no shop ${unknown.join(', ')}.`);
  return (named.length > 0 ? named : Object.keys(shops)).map((name) => [name, shops[name]!] as const);
};

/** Why a shop could not be run, in a line. */
export const tellFailure = ({ name, version }: DrillShop, error: unknown): string => {
  const reason =
    error instanceof Error ? `${error.message}${error.cause ? `\n${error.cause}` : ''}` : String(error);
  return `${name} ${version}: COULD NOT BE RUN: ${reason}\n`;
};

export const titledLines = (title: string, texts: readonly string[]): string =>
  texts.length === 0 ? '' : `  ${title}:\n${texts.map((text) => `    ${text}\n`).join('')}`;
