import { weightOf, type MoneyAtRisk } from './money-at-risk.ts';

interface CurrencySum extends MoneyAtRisk {
  readonly things: number;
}

/**
 * What several things put at risk a day, all together. Things are counted on and off as they come and go, in whole
 * numbers of the smallest unit: what was counted off leaves nothing behind.
 */
export class RiskSum {
  things = 0;
  /** Things of which nobody knows what they cost. */
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

  /** One thing more, or with -1 one less; `null` where nobody knows what it costs. */
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

  /** Sums of different currencies cannot be added up: the largest, and which others there are. `null` without any. */
  largest(): { readonly largest: MoneyAtRisk; readonly otherCurrencies: readonly string[] } | null {
    const [first, ...others] = [...this.byCurrency.values()].toSorted((a, b) => weightOf(b) - weightOf(a));
    if (!first) return null;
    const { currency, low, high } = first;
    return { largest: { currency, low, high }, otherCurrencies: others.map((other) => other.currency).toSorted() };
  }
}
