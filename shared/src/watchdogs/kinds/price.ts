import * as z from 'zod/mini';
import { moneyIn } from '../../base/money.ts';
import { isInWindow, WINDOW_DAYS, windowEnd } from '../kind-parts/news-window.ts';
import { defineWatchdog, type Judgement } from '../model/define.ts';
import type { MessageWorth } from '../model/message-worth.ts';
import { followPrices, knownPrices, ownPrices, ownPricesOf, type PriceMove } from '../facts/own-prices.ts';

/** A drop of at least this percentage is an alert, a smaller one a warning. */
const ALERT_PERCENT = 10;
/** A change below this percentage, such as one by an exchange rate, is shown on the dashboard but sends no message. */
const TOLD_PERCENT = 1;

const priceChange = z.object({
  from: z.int(),
  to: z.int(),
  at: z.iso.datetime(),
  /** Whether the price rose after a recent drop. A fall that reverses this rise is then another drop. */
  isRecovery: z._default(z.boolean(), false),
});
type Change = z.output<typeof priceChange>;
/** The prices of our SKUs, and the latest change of the lowest one; `null` before the first change. */
const memory = z.object({ currency: z.string(), prices: ownPrices, change: z.nullable(priceChange) });
type Memory = z.output<typeof memory>;

export default defineWatchdog({
  type: 'price',
  title: 'Price Change Alert',
  headline: 'Price changed',
  about: `Watches the price of your own offer in new condition. Alerts when it falls by ${ALERT_PERCENT}% or more, warns when it falls by less, and tells you when it rises. Of several SKUs the lowest price counts, and one that is gone is no change. A change is news for ${WINDOW_DAYS} days.`,
  family: 'Offers',
  icon: 'tag',
  everyMinutes: 15,
  reads: ['offers'],
  colours: ['RED', 'AMBER', 'GREEN'],
  mailByDefault: [],
  costs: {
    alert: { low: 0.1, high: 0.3 },
    warning: { low: 0.02, high: 0.1 },
    lostShare,
    // A share of the present price would be smaller, the further the price has fallen.
    usualPrice: ({ former }) => former ?? null,
  },
  nextSteps: [
    'Was it you or your repricer? Then mark it as done',
    'Otherwise set the price again, and give it a lower limit',
    'Look for a coupon or a promotion that adds to it',
  ],
  action: { label: 'Check the price', place: 'manageListing' },
  settings: z.object({}),
  panel: {},
  memory,
  judge({ now, memory: before, item, at, product }) {
    const seen = ownPricesOf(now.offers);
    const [price] = seen.prices;
    if (!price) return null;
    const { currency } = price;
    const settled = {
      text: (item?.status ?? 0) > 0 ? `Your price is now ${moneyIn(product.marketplace, price)}` : null,
    };
    if (!before || before.currency !== currency) {
      const baseline = { currency, prices: knownPrices(seen), change: null };
      return { verdict: 'ok', ...settled, about: null, memory: baseline };
    }
    const { known, move } = followPrices(before.prices, seen);
    const change = move ? accept(before.change, move, at) : before.change;
    const next = { currency, prices: known, change };
    const drop = openDrop(next, { marketplace: product.marketplace, at });
    if (drop) return drop;
    const kept = { about: aboutOf(next), memory: next };
    if (change && move && move.to > move.from) {
      const described = describe({ ...change, currency }, product.marketplace);
      return { verdict: 'improved', ...described, ...kept, worth: worthOf(change) };
    }
    return { verdict: 'ok', ...settled, ...kept, againAt: null };
  },
  judgeWithoutFacts({ memory: before, product: { marketplace }, at }) {
    const { change, currency } = before;
    const last = change && moneyIn(marketplace, { cents: change.to, currency });
    const text = last ? `Your price was ${last} when it was last told` : 'Your price is not told any more';
    return openDrop(before, { marketplace, at }) ?? { verdict: 'ok', text, about: aboutOf(before), memory: before };
  },
});

/**
 * Returns the share of the usual sales that a lower price costs. It assumes that as many units sell as before, for
 * less.
 */
function lostShare({ former, price }: Readonly<Record<string, number>>) {
  if (!former || price === undefined) return null;
  const share = Math.max(0, 1 - price / former);
  return { low: share, high: share };
}

interface Place {
  readonly marketplace: string;
  readonly at: Date;
}

/** Returns `null` when the price has not fallen recently. */
function openDrop(next: Memory, { marketplace, at }: Place): Judgement<Memory> | null {
  const { change, currency } = next;
  if (!change || !isDrop(change) || !isInWindow(change, at)) return null;
  const isAlert = (change.from - change.to) * 100 >= change.from * ALERT_PERCENT;
  return {
    verdict: isAlert ? 'alert' : 'warning',
    ...describe({ ...change, currency }, marketplace),
    figures: { former: change.from, price: change.to },
    about: aboutOf(next),
    memory: next,
    againAt: windowEnd(change),
    worth: worthOf(change),
  };
}

const worthOf = ({ from, to }: PriceMove): MessageWorth | null =>
  Math.abs(to - from) * 100 < from * TOLD_PERCENT
    ? { sends: 'nothing', because: `A price change of less than ${TOLD_PERCENT}%` }
    : null;

const aboutOf = ({ change, currency }: Pick<Memory, 'change' | 'currency'>): string | null =>
  change && `${change.to} ${currency}`;

const isDrop = ({ from, to }: PriceMove): boolean => to < from;

/**
 * Joins a change of the price with the recent change before it. Several drops within the window count as one, from the
 * price before the first. A rise that is reversed counts as no change, unless it ended a drop, be it of another SKU:
 * that improvement was reported, so the same drop is news again.
 */
function accept(before: Change | null, { from, to }: PriceMove, at: Date): Change {
  const next = { from, to, at: at.toISOString(), isRecovery: false };
  if (before === null || !isInWindow(before, at)) return next;
  if (to > from) return { ...next, isRecovery: isDrop(before) || before.isRecovery };
  if (before.to !== from) return next;
  const isTakenBack = before.from === to && !before.isRecovery;
  return isDrop(before) || isTakenBack ? { ...next, from: before.from } : next;
}

function describe({ from, to, currency }: PriceMove & { readonly currency: string }, marketplace: string) {
  const shown = (cents: number): string => moneyIn(marketplace, { cents, currency });
  const percent = from === 0 ? '' : `, ${Math.max(1, Math.floor((Math.abs(to - from) * 100) / from))}%`;
  return {
    text: `Your price ${to < from ? 'fell' : 'rose'} from ${shown(from)} to ${shown(to)}${percent}`,
    from: shown(from),
    to: shown(to),
    evidence: [
      { label: 'Former price', value: shown(from) },
      { label: 'Your price', value: shown(to) },
    ],
  };
}
