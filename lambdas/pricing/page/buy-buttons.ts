import type { BuyButton, Page } from './page.ts';
import { zone } from './page-zones.ts';

/** Zones where a buy button is hidden or sells another product. */
export const otherProductZones = zone.hidden | zone.related | zone.chrome;

/** The enabled buy buttons outside of some zones. */
export const workingButtons = ({ buyButtons }: Page, away: number): BuyButton[] =>
  buyButtons.filter(({ zones, disabled }) => !disabled && (zones & away) === 0);

/** True if a button sells the page's product rather than a related or listed one. */
export const sellsByButton = (page: Page): boolean =>
  workingButtons(page, otherProductZones | zone.card).length > 0;
