import type { Money } from '../../client/index.ts';
import { displayMoney } from '../money.ts';

/** Longer amounts, which no real shop has, may wrap, so as not to break the layout. */
const mostInOneLine = 20;

/** An amount that does not wrap and is isolated from the direction of surrounding text. */
export const MoneyText = ({ money }: { money: Omit<Money, 'Raw'> }) => {
  const text = displayMoney(money);
  return <bdi class={text.length > mostInOneLine ? 'money long' : 'money'}>{text}</bdi>;
};

/** An optional amount. */
export const MoneyOrDash = ({ money }: { money: Omit<Money, 'Raw'> | null | undefined }) =>
  money ? <MoneyText money={money} /> : '–';
