import { weightOf, type MoneyAtRisk } from './money-at-risk.ts';

interface CurrencySum extends MoneyAtRisk {
  readonly things: number;
}

/**
 * The total money at risk per day of several products, which are added and removed one by one. Amounts are rounded to
 * the smallest unit, so that removing a product leaves no fraction behind.
 */
export class RiskSum {
  things = 0;
  /** The number of products whose cost is unknown. */
  unknown = 0;
  private readonly byCurrency: Map<string, CurrencySum>;

  private constructor(byCurrency: Iterable<[string, CurrencySum]>) {
    this.byCurrency = new Map(byCurrency);
  }

  static of(risks: readonly (MoneyAtRisk | null)[]): RiskSum {
    const sum = new RiskSum([]);
    for (const risk of risks) sum.count(risk, 1);
    return sum;
  }

  copy(): RiskSum {
    const copy = new RiskSum(this.byCurrency);
    copy.things = this.things;
    copy.unknown = this.unknown;
    return copy;
  }

  /** Adds one product, or removes it with -1; `risk` is `null` when its cost is unknown. */
  count(risk: MoneyAtRisk | null, sign: 1 | -1): void {
    this.things += sign;
    if (!risk) {
      this.unknown += sign;
      return;
    }
    const { currency } = risk;
    const known = this.byCurrency.get(currency) ?? { currency, low: 0, high: 0, things: 0 };
    const things = known.things + sign;
    const low = known.low + sign * Math.round(risk.low);
    const high = known.high + sign * Math.round(risk.high);
    if (things === 0) this.byCurrency.delete(currency);
    else this.byCurrency.set(currency, { currency, low, high, things });
  }

  /**
   * Returns the largest sum and the codes of the other currencies, because sums of different currencies cannot be added
   * up. Returns `null` when no amount is known.
   */
  largest(): { readonly largest: MoneyAtRisk; readonly otherCurrencies: readonly string[] } | null {
    const [first, ...others] = [...this.byCurrency.values()].toSorted((a, b) => weightOf(b) - weightOf(a));
    if (!first) return null;
    const { currency, low, high } = first;
    return { largest: { currency, low, high }, otherCurrencies: others.map((other) => other.currency).toSorted() };
  }
}
