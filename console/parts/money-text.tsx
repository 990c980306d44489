import type { Money } from '../../client/index.ts';
import { displayMoney } from '../money.ts';

/** Longer ones, which no shop asks, are broken rather than all that stands beside them. */
const mostInOneLine = 20;

/** An amount, in one piece whatever direction the text around has, and whatever room a font leaves for it. */
export const MoneyText = ({ money }: { money: Omit<Money, 'Raw'> }) => {
  const text = displayMoney(money);
  return <bdi class={text.length > mostInOneLine ? 'money long' : 'money'}>{text}</bdi>;
};

/** An amount that a page need not state. */
export const MoneyOrDash = ({ money }: { money: Omit<Money, 'Raw'> | null | undefined }) =>
  money ? <MoneyText money={money} /> : '–';
