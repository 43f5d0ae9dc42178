import * as z from 'zod/mini';
import { defineWatchdog } from '../model/define.ts';
import { foldOwnStock, type OwnStock } from '../facts/fold-stock.ts';
import { threshold, unitsText } from '../kind-parts/stock-words.ts';

const OUT = 'out of stock';

const memory = z.object({
  /**
   * Whether there ever was stock. An offer that never had any is kept in reserve and does not count as out of stock.
   */
  hadStock: z.boolean(),
  /** The alert threshold at the last judgement if the stock was low then; absent otherwise. */
  lowAt: z.optional(z.int()),
});

export default defineWatchdog({
  type: 'fbmInventory',
  title: 'FBM Stock',
  headline: 'Own stock low',
  about:
    'Watches the units that you ship yourself, over all your listings of a product. Alerts when none is left, or as few as you have set for the product, and tells you when there is stock again.',
  family: 'Stock and fees',
  icon: 'package',
  everyMinutes: 90,
  reads: ['listing'],
  colours: ['RED', 'GREEN'],
  mailByDefault: [],
  costs: { alert: { low: 0.3, high: 1 }, startsWhenEmpty: true, wastesAdvertising: true },
  nextSteps: ['Set what is really in your warehouse', 'Nothing left: order, or end the offer until it comes'],
  action: { label: 'Set the stock', place: 'manageListing' },
  asCause: { words: 'no stock of your own is left', about: OUT },
  settings: z.object({}),
  panel: {},
  ownSettings: z.object({ alertThreshold: threshold }),
  spreadsheet: {
    prefix: 'fbm_inventory',
    columns: {
      alertThreshold: { header: 'Alert threshold', help: 'Alert at so many units or fewer; empty: when none is left' },
    },
  },
  memory,
  judge({ now, own, memory: before, item }) {
    const stock = foldOwnStock(now.listing);
    if (!stock) return null;
    const { quantity } = stock;
    const wasOpen = (item?.status ?? 0) > 0;
    const hadStock = quantity > 0 || (before?.hadStock ?? false);
    const kept = { memory: { hadStock } };
    const isReserve = !hadStock && now.listing.some(({ isFulfilledByAmazon }) => isFulfilledByAmazon);
    if (stock.skus.length === 0 || isReserve) {
      const text = wasOpen ? 'Amazon ships this product' : null;
      return { verdict: 'ok', text, about: null, ...kept };
    }
    if (quantity > (own.alertThreshold ?? 0)) {
      if (!wasOpen) return { verdict: 'ok', text: null, about: null, ...kept };
      if (quantity <= (before?.lowAt ?? 0)) {
        return { verdict: 'ok', text: newThresholdText(own.alertThreshold), about: null, ...kept };
      }
      const text = `${unitsText(quantity)} of your own in stock again`;
      return { verdict: 'improved', text, to: unitsText(quantity), about: null, ...kept };
    }
    // The text contains the number of units only while the stock is low: units change with every order, and each change
    // of the text is a write.
    const from = before?.hadStock && !wasOpen ? 'In stock' : null;
    const words = describe(stock, own.alertThreshold);
    const low = quantity > 0 && own.alertThreshold !== null ? { lowAt: own.alertThreshold } : {};
    return { verdict: 'alert', ...words, from, isFewer: item?.about === OUT, memory: { hadStock, ...low } };
  },
});

/** The text for stock that is no longer low because the threshold was changed, not because units were added. */
const newThresholdText = (alertThreshold: number | null): string =>
  alertThreshold === null
    ? 'No alert threshold is set any more'
    : `The alert threshold is now ${unitsText(alertThreshold)}`;

function describe({ skus, quantity }: OwnStock, alertThreshold: number | null) {
  return {
    text: quantity === 0 ? 'Out of Stock' : `Only ${unitsText(quantity)} of your own left`,
    to: unitsText(quantity),
    about: quantity === 0 ? OUT : 'low stock',
    evidence: [
      { label: 'Your stock', value: unitsText(quantity) },
      ...(alertThreshold === null ? [] : [{ label: 'Alert threshold', value: unitsText(alertThreshold) }]),
      { label: skus.length === 1 ? 'SKU' : 'SKUs', value: skus.join(', ') },
    ],
  };
}
