/** What the one sentence of the day is made of. */
export interface VerdictFacts {
  readonly uncheckedAlerts: number;
  readonly uncheckedWarnings: number;
  readonly productsWithIssues: number;
  readonly totalProducts: number;
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
    return { headline: 'Nothing new is known.', detail: lastKnown(facts), level: 'stale' };
  }
  return { headline: 'Nothing needs you.', detail: nothingNew(facts), level: 'ok' };
}

const andWarnings = (warnings: number): string => (warnings > 0 ? `And ${some(warnings, 'new warning')}.` : '');

function fine({ totalProducts, productsWithIssues, isAllStale }: VerdictFacts): string {
  const left = totalProducts - productsWithIssues;
  if (left <= 0) return '';
  if (isAllStale) return `${some(left, 'product')} last known as fine.`;
  return left === 1 ? '1 product is fine.' : `${some(left, 'product')} are fine.`;
}

const lastKnown = ({ totalProducts }: VerdictFacts): string =>
  totalProducts === 1
    ? 'Your product shows its last known state.'
    : `${some(totalProducts, 'product')} show their last known state.`;

function nothingNew({ totalProducts, productsWithIssues }: VerdictFacts): string {
  if (totalProducts === 0) return '';
  if (productsWithIssues === 0) return `${some(totalProducts, 'product')} checked`;
  const open = `${some(productsWithIssues, 'product')} with issues you have already seen`;
  return `${some(totalProducts, 'product')} checked, ${open}`;
}
