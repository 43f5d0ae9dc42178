/** What the one sentence of the day is made of. */
export interface VerdictFacts {
  readonly uncheckedAlerts: number;
  readonly uncheckedWarnings: number;
  readonly productsWithIssues: number;
  readonly totalProducts: number;
  /** Of marketplaces that do not answer. */
  readonly staleProducts: number;
  readonly staleWithoutIssues: number;
  readonly isAllStale: boolean;
}

export interface Verdict {
  readonly headline: string;
  /** The proof beneath it. */
  readonly detail: string;
  readonly level: 'alert' | 'warning' | 'ok' | 'stale';
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

const count = (n: number): string => words[n] ?? n.toLocaleString('en-US');
const some = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

/**
 * The verdict must be true in words for nothing, one, three and thirty. Alerts need somebody; warnings alone are worth
 * a look; what nobody could look at is never called fine.
 */
export function verdictOf(facts: VerdictFacts): Verdict {
  const { uncheckedAlerts: alerts, uncheckedWarnings: warnings } = facts;
  if (alerts > 0) {
    const headline = alerts === 1 ? 'One thing needs you.' : `${count(alerts)} things need you.`;
    return { headline, detail: [andWarnings(warnings), fine(facts)].filter(Boolean).join(' '), level: 'alert' };
  }
  if (warnings > 0) {
    const headline = warnings === 1 ? 'One warning is worth a look.' : `${count(warnings)} warnings are worth a look.`;
    return { headline, detail: ['No new alerts.', fine(facts)].filter(Boolean).join(' '), level: 'warning' };
  }
  if (facts.isAllStale) {
    return { headline: 'Nothing new is known.', detail: '', level: 'stale' };
  }
  return { headline: 'Nothing needs you.', detail: nothingNew(facts), level: 'ok' };
}

const andWarnings = (warnings: number): string => (warnings > 0 ? `And ${some(warnings, 'new warning')}.` : '');

function fine({ totalProducts, productsWithIssues, staleWithoutIssues }: VerdictFacts): string {
  const left = totalProducts - productsWithIssues - staleWithoutIssues;
  if (left <= 0) return '';
  return left === 1 ? '1 product is fine.' : `${some(left, 'product')} are fine.`;
}

function nothingNew({ totalProducts, productsWithIssues, staleProducts }: VerdictFacts): string {
  const checked = totalProducts - staleProducts;
  if (checked <= 0) return '';
  if (productsWithIssues === 0) return `${some(checked, 'product')} checked`;
  return `${some(checked, 'product')} checked, ${some(productsWithIssues, 'product')} with issues you have already seen`;
}
