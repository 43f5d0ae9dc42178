import { severityForms } from '../../base/severity.ts';
import * as z from 'zod/mini';
import { daysLeftOf, paceOf, unitsPerDay, type Pace } from '../../domain/risk/runway.ts';
import { defineWatchdog } from '../model/define.ts';
import type { SalesFacts } from '../facts/observations.ts';
import { foldAmazonStock, foldOwnStock, type AmazonStock } from '../facts/fold-stock.ts';
import { daysText, perDayText, threshold, unitsText } from '../kind-parts/stock-words.ts';

/**
 * The number of days left fluctuates, so a low stock only counts as enough again when it lasts for this multiple of the
 * threshold.
 */
const ENOUGH = 1.2;
const OUT = 'out of stock';

const lookback = z._default(z.int().check(z.minimum(1), z.maximum(120)), 30);
const ownSettings = z.object({ velocityLookbackDays: lookback, warningDays: threshold, alertDays: threshold });
type OwnSettings = z.output<typeof ownSettings>;

const memory = z.object({
  /**
   * Whether Amazon ever had stock. If the seller ships own stock, a listing at Amazon that never had stock does not
   * count as out of stock.
   */
  hadStock: z.boolean(),
  /**
   * The units and settings of the last judgement while the stock is low. They distinguish a restock from slower sales
   * and from a changed threshold. Absent while the stock is not low: units change with every order, and each change of
   * the memory is a write.
   */
  low: z.optional(z.object({ units: z.int(), own: ownSettings })),
});
type LowStock = NonNullable<z.output<typeof memory>['low']>;

export default defineWatchdog({
  type: 'inventory',
  title: 'FBA Stock',
  headline: 'Stock at Amazon low',
  about:
    'Watches the units that Amazon can ship, over all your listings of a product. Alerts when none is left, and alerts or warns when the rest lasts for no more days than you have set, at the speed of the last weeks. Tells you when there is stock again, and when slower sales make it last longer.',
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

    const low = before?.low ?? null;
    // Changed thresholds apply immediately. With unchanged ones, a low stock must exceed them by `ENOUGH` to end.
    const isThresholdNew = low !== null && !areSame(low.own, own);
    const status = isThresholdNew ? 0 : (item?.status ?? 0);
    const speed = { own, pace, daysLeft: daysLeftOf(stock.fulfillable, pace) };
    const verdict = verdictOf(speed.daysLeft, own, status);
    const words = describe({ stock, ...speed });
    if (verdict !== 'ok') {
      const remembered = { hadStock, low: { units: stock.fulfillable, own } };
      // People wait for a shipment, so they are told of one that only makes an alert a warning.
      const isFewer = verdict === 'alert' ? item?.about === OUT : isThresholdNew;
      return { verdict, ...words, from, about: 'days left', isFewer, ...kept, memory: remembered };
    }
    const improvement = item && wasOpen ? improvementOf({ sales: now.sales, stock, ...speed, low, was: item }) : null;
    if (improvement === null) return { verdict, text: quietText(speed), about: null, ...kept };
    return { verdict: 'improved', ...words, text: improvement, about: null, ...kept };
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

type Status = 0 | 1 | 2;

function verdictOf(
  daysLeft: number | null,
  { alertDays, warningDays }: OwnSettings,
  status: Status,
): 'ok' | 'warning' | 'alert' {
  if (daysLeft === null) return 'ok';
  const isWithin = (bound: number | null, isOpen: boolean) =>
    bound !== null && (isOpen ? daysLeft <= Math.ceil(bound * ENOUGH) : daysLeft <= bound);
  if (isWithin(alertDays, status === severityForms.alert.status)) return 'alert';
  return isWithin(warningDays, status > 0) ? 'warning' : 'ok';
}

const areSame = (one: OwnSettings, other: OwnSettings): boolean =>
  one.velocityLookbackDays === other.velocityLookbackDays &&
  one.warningDays === other.warningDays &&
  one.alertDays === other.alertDays;

interface Speed {
  readonly own: OwnSettings;
  readonly pace: Pace | null;
  readonly daysLeft: number | null;
}

interface EndOfLowStock extends Speed {
  readonly sales: SalesFacts | undefined;
  readonly stock: AmazonStock;
  /** The low stock of the last judgement; `null` if no unit was left, or if the judgement is older than this field. */
  readonly low: LowStock | null;
  readonly was: { readonly status: Status };
}

/**
 * Returns the text of the improvement when a low stock ends; `null` if the stock would still be low by the settings of
 * the last judgement, or if the pace of sales is not known any more.
 */
function improvementOf({ sales, stock, pace, daysLeft, low, was }: EndOfLowStock): string | null {
  const left = leftText(stock, daysLeft);
  const restocked = `In stock again: ${left}`;
  if (low === null) return restocked;
  const formerPace = paceOf(sales, low.own.velocityLookbackDays);
  const areStillLow = (units: number): boolean =>
    verdictOf(daysLeftOf(units, formerPace), low.own, was.status) !== 'ok';
  if (areStillLow(stock.fulfillable)) return null;
  const hasGrown = stock.fulfillable > low.units;
  if (pace === null || formerPace === null) return hasGrown ? restocked : null;
  // Units that buyers return are no restock if the low stock ends by slower sales alone.
  if (hasGrown && areStillLow(low.units)) return restocked;
  return `Lasts longer again: ${daysLeft === null ? 'none sold lately' : left}`;
}

/**
 * This text does not contain the number of units, because it changes with every order and is no news while the stock is
 * ok.
 */
function quietText({ own, pace, daysLeft }: Speed): string {
  if (pace === null) return 'Sales data not avail. yet';
  if (own.alertDays === null && own.warningDays === null) {
    // Section 8 quotes this text with its full stop.
    return 'No alert thresholds have been set yet. Use setup at the top.';
  }
  return daysLeft === null ? 'None sold lately' : `${daysText(daysLeft)} left at ${perDayText(unitsPerDay(pace))}`;
}

const leftText = ({ fulfillable }: AmazonStock, daysLeft: number | null): string =>
  daysLeft === null ? unitsText(fulfillable) : `${daysText(daysLeft)} left`;

function describe({ stock, own, pace, daysLeft }: Speed & { readonly stock: AmazonStock }) {
  const units = unitsText(stock.fulfillable);
  const left = leftText(stock, daysLeft);
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
