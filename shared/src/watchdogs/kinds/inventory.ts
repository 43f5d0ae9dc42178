import { severityForms } from '../../base/severity.ts';
import * as z from 'zod/mini';
import { daysLeftOf, paceOf, unitsPerDay, type Pace } from '../../domain/risk/runway.ts';
import { defineWatchdog } from '../model/define.ts';
import { foldAmazonStock, foldOwnStock, type AmazonStock } from '../facts/fold-stock.ts';
import { daysText, perDayText, threshold, unitsText } from '../kind-parts/stock-words.ts';

/** Days left fluctuate: a low stock stays low until it lasts for this multiple of the threshold. */
const ENOUGH = 1.2;
const OUT = 'out of stock';

/**
 * Whether Amazon ever had stock: a listing with Amazon that never had any, beside the seller's own stock, is not out of
 * stock.
 */
const memory = z.object({ hadStock: z.boolean() });

const lookback = z._default(z.int().check(z.minimum(1), z.maximum(120)), 30);
const ownSettings = z.object({ velocityLookbackDays: lookback, warningDays: threshold, alertDays: threshold });
type OwnSettings = z.output<typeof ownSettings>;

export default defineWatchdog({
  type: 'inventory',
  title: 'FBA Stock',
  headline: 'Stock at Amazon low',
  about:
    'Watches the units that Amazon can ship, over all your listings of a product. Alerts when none is left, and alerts or warns when the rest lasts for no more days than you have set, at the speed of the last weeks. Tells you when there is stock again.',
  family: 'Stock and fees',
  icon: 'building-warehouse',
  everyMinutes: 90,
  reads: ['listing', 'stock'],
  consults: ['sales'],
  colours: ['RED', 'AMBER', 'GREEN'],
  mailByDefault: [],
  costs: { alert: { low: 1, high: 1 }, warning: { low: 1, high: 1 }, startsWhenEmpty: true, wastesAdvertising: true },
  nextSteps: [
    'See what is on its way, and when it arrives',
    'Send more, or ship from your own stock meanwhile',
    'Raise the price or pause advertisements to stretch what is left',
  ],
  action: { label: 'Plan a shipment', place: 'sendToAmazon' },
  asCause: { words: 'nothing is left at Amazon', about: OUT },
  settings: z.object({}),
  panel: {},
  ownSettings,
  findContradiction: ({ alertDays, warningDays }) =>
    alertDays !== null && warningDays !== null && warningDays <= alertDays
      ? {
          setting: 'warningDays',
          rule: `the warning has to come before the alert, at more than ${daysText(alertDays)}`,
        }
      : null,
  spreadsheet: {
    prefix: 'inventory',
    columns: {
      velocityLookbackDays: {
        header: 'Velocity lookback days',
        help: 'Days of sales to compute the speed from, 1 to 120',
      },
      warningDays: { header: 'Warning days', help: 'Warn when stock lasts for so many days or fewer; empty: never' },
      alertDays: {
        header: 'Alert days',
        help: 'Alert when stock lasts for so many days or fewer; empty: when none is left',
      },
    },
  },
  memory,
  judge({ now, own, memory: before, item }) {
    const stock = foldAmazonStock(now.listing, now.stock);
    if (!stock) return null;
    const hadStock = stock.fulfillable > 0 || (before?.hadStock ?? false);
    const pace = paceOf(now.sales, own.velocityLookbackDays);
    const kept = { memory: { hadStock }, figures: pace && { ...pace } };
    const wasOpen = (item?.status ?? 0) > 0;
    const isMoved = !hadStock && (foldOwnStock(now.listing)?.quantity ?? 0) > 0;
    if (stock.skus.length === 0 || isMoved) {
      return { verdict: 'ok', text: 'You ship this product yourself', about: null, ...kept };
    }
    const from = before?.hadStock && !wasOpen ? 'In stock' : null;
    if (stock.fulfillable === 0) return { verdict: 'alert', ...outOfStock(stock), from, ...kept };

    const daysLeft = daysLeftOf(stock.fulfillable, pace);
    const verdict = daysLeft === null ? 'ok' : verdictOf(daysLeft, own, item?.status ?? 0);
    if (verdict === 'ok' && !wasOpen)
      return { verdict, text: quietText({ own, pace, daysLeft }), about: null, ...kept };
    const words = describe({ stock, own, pace, daysLeft });
    if (verdict === 'ok') {
      return { verdict: 'improved', ...words, text: `In stock again: ${words.to}`, about: null, ...kept };
    }
    return { verdict, ...words, from, about: 'days left', isFewer: item?.about === OUT, ...kept };
  },
});

function outOfStock({ inbound, reserved, skus }: AmazonStock) {
  return {
    text: inbound > 0 ? `Out of Stock, ${unitsText(inbound)} inbound` : 'Out of Stock',
    to: unitsText(0),
    about: OUT,
    evidence: [
      { label: 'Inbound', value: unitsText(inbound) },
      ...(reserved > 0 ? [{ label: 'Reserved', value: unitsText(reserved) }] : []),
      { label: skus.length === 1 ? 'SKU' : 'SKUs', value: skus.join(', ') },
    ],
  };
}

function verdictOf(
  daysLeft: number,
  { alertDays, warningDays }: OwnSettings,
  status: 0 | 1 | 2,
): 'ok' | 'warning' | 'alert' {
  const isWithin = (bound: number | null, isOpen: boolean) =>
    bound !== null && (isOpen ? daysLeft <= Math.ceil(bound * ENOUGH) : daysLeft <= bound);
  if (isWithin(alertDays, status === severityForms.alert.status)) return 'alert';
  return isWithin(warningDays, status > 0) ? 'warning' : 'ok';
}

interface Speed {
  readonly own: OwnSettings;
  readonly pace: Pace | null;
  readonly daysLeft: number | null;
}

/** The text leaves the units out: they change with every order, which is no news. */
function quietText({ own, pace, daysLeft }: Speed): string {
  if (pace === null) return 'Sales data not avail. yet';
  if (own.alertDays === null && own.warningDays === null) {
    // Section 8 quotes this text with its full stop.
    return 'No alert thresholds have been set yet. Use setup at the top.';
  }
  return daysLeft === null ? 'None sold lately' : `${daysText(daysLeft)} left at ${perDayText(unitsPerDay(pace))}`;
}

function describe({ stock, own, pace, daysLeft }: Speed & { readonly stock: AmazonStock }) {
  const units = unitsText(stock.fulfillable);
  const left = daysLeft === null ? units : `${daysText(daysLeft)} left`;
  const speed = pace && perDayText(unitsPerDay(pace));
  return {
    text: speed === null ? left : `${left}: ${units} at ${speed}`,
    to: left,
    evidence: [
      { label: 'Fulfillable', value: units },
      { label: 'Inbound', value: unitsText(stock.inbound) },
      ...(speed === null ? [] : [{ label: `Sales, last ${daysText(own.velocityLookbackDays)}`, value: speed }]),
    ],
  };
}
