import type { BuyButton, Page } from './page.ts';
import { zone } from './page-zones.ts';

/** Where a button to buy sells another product than the page's, or is not shown. */
export const otherProductZones = zone.hidden | zone.related | zone.chrome;

/** The buttons to buy that are not disabled, and stand outside of some zones. */
export const workingButtons = ({ buyButtons }: Page, away: number): BuyButton[] =>
  buyButtons.filter(({ zones, disabled }) => !disabled && (zones & away) === 0);

/** True if any button sells: not another product's, nor one of a list's. */
export const sellsByButton = (page: Page): boolean =>
  workingButtons(page, otherProductZones | zone.card).length > 0;
