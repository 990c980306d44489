import type { Money } from '../../client/index.ts';
import { displayMoney } from '../money.ts';

/** An amount, in one piece whatever direction the text around has. */
export const MoneyText = ({ money }: { money: Money }) => <bdi class="money">{displayMoney(money)}</bdi>;
