import type { Product, WorldItem } from '../../contract/world.ts';
import { itemStatus } from '../../domain/issue-status.ts';
import {
  amountText,
  likelyUnits,
  moneyAtRisk,
  weightOf,
  type MoneyAtRisk,
  type SalesHistory,
  type UnitsRange,
} from '../../domain/risk/money-at-risk.ts';
import type { Costs } from '../../watchdogs/model/define.ts';
import { watchdogOf } from '../../watchdogs/registry.ts';
import { dayMs } from '../../base/time.ts';

/** The money that an issue puts at risk per day, and the days until its cost begins. */
export interface IssueRisk {
  readonly money: MoneyAtRisk;
  readonly daysLeft: number;
  /** The part of the money that advertising costs per day, in the same currency, while nobody can buy the product. */
  readonly wastedAds: number;
}

interface Look {
  readonly type: string;
  readonly item: Pick<WorldItem, 'status' | 'date' | 'figures'>;
  readonly product: SalesHistory & Pick<Product, 'price' | 'inStockQty' | 'fbmQty' | 'adSpend'>;
  readonly now: number;
}

/**
 * Returns `null` when the cost is unknown, because the share, the price or the sales are unknown. Wasted advertising is
 * a known cost even for a product without known sales.
 */
export function issueRisk({ type, item, product, now }: Look): IssueRisk | null {
  const costs = watchdogOf(type)?.costs ?? null;
  const share = shareOf(costs, item);
  if (!costs || !share || !product.price) return null;
  const daysSince = item.date === null ? 0 : Math.floor((now - Date.parse(item.date)) / dayMs);
  const units = likelyUnits(product, daysSince);
  const stock = Math.max(product.inStockQty ?? 0, product.fbmQty ?? 0);
  const wastedAds = costs.wastesAdvertising && !(costs.startsWhenEmpty && stock > 0) ? (product.adSpend ?? 0) : 0;
  const measured = item.figures === null ? null : (costs.lostUnits?.(item.figures) ?? null);
  if (units === null && measured === null && wastedAds === 0) return null;
  const lost = measured ?? shareOfUnits(units ?? noUnits, share);
  const { currency } = product.price;
  const usualPrice = item.figures === null ? null : (costs.usualPrice?.(item.figures) ?? null);
  const money = moneyAtRisk(lost, { cents: usualPrice ?? product.price.cents, currency });
  const daysLeft = costs.startsWhenEmpty && units !== null ? Math.floor((stock * 2) / (units.low + units.high)) : 0;
  return { money: { ...money, low: money.low + wastedAds, high: money.high + wastedAds }, daysLeft, wastedAds };
}

const noUnits: UnitsRange = { low: 0, high: 0 };

const shareOfUnits = (units: UnitsRange, share: UnitsRange): UnitsRange => ({
  low: units.low * share.low,
  high: units.high * share.high,
});

function shareOf(costs: Costs | null, { status, figures }: Look['item']) {
  const measured = figures === null || status === itemStatus.ok ? null : costs?.lostShare?.(figures);
  if (measured) return measured;
  if (status === itemStatus.alert) return costs?.alert;
  return status === itemStatus.warning ? costs?.warning : undefined;
}

/**
 * Returns "includes $9 a day for advertising it while nobody can buy it", or `null` if the risk includes no
 * advertising.
 */
export const wastedAdsText = ({ money, wastedAds }: IssueRisk, locale: string): string | null =>
  wastedAds === 0
    ? null
    : `includes ${amountText({ ...money, low: wastedAds, high: wastedAds }, locale)} a day for advertising it while nobody can buy it`;

/** The number of days until its cost begins at which a risk counts half. */
const HALF_AFTER_DAYS = 7;

/** Returns the number by which issues are sorted: the money at risk, which counts less the later its loss begins. */
export const urgencyOf = ({ money, daysLeft }: IssueRisk): number =>
  (weightOf(money) * HALF_AFTER_DAYS) / (HALF_AFTER_DAYS + daysLeft);

/**
 * Returns the most urgent of a product's risks. The risks are not added up, because issues of one product often have
 * the same cause.
 */
export const worstRisk = (risks: readonly (IssueRisk | null)[]): IssueRisk | null =>
  risks.flatMap((risk) => risk ?? []).toSorted((a, b) => urgencyOf(b) - urgencyOf(a))[0] ?? null;
