import { aboutOf, amountText, type MoneyAtRisk } from '@app/shared/domain/risk/money-at-risk.ts';
import { localeOf } from '@app/shared/base/marketplaces.ts';

interface Props {
  /** Adds "at risk", for places without a column heading that says so. */
  readonly isLong?: boolean;
  readonly money: MoneyAtRisk;
  readonly marketplace: string;
}

/** An amount that is marked as an estimate: "about $640 a day", "under $1 a day". */
export function RiskText({ money, marketplace, isLong = false }: Props) {
  const amount = amountText(money, localeOf(marketplace));
  return (
    <span className="risk">
      <span className="risk__about">{aboutOf(amount)}</span>
      <b>{amount}</b> a day{isLong && ' at risk'}
    </span>
  );
}
