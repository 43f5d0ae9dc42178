import { aboutOf, amountText, type MoneyAtRisk } from '../domain/risk/money-at-risk.ts';
import type { RiskSum } from '../domain/risk/risk-sum.ts';
import { formatCount } from '../base/format-count.ts';

/** The numbers from which the headline of the day is composed. */
export interface DayHeadlineFacts {
  /** Number of products with a new alert. */
  readonly things: number;
  readonly uncheckedWarnings: number;
  /**
   * The money at risk per day through products with a new alert or, if there is no such product, with a new warning.
   */
  readonly atRisk: RiskSum;
  readonly productsWithIssues: number;
  readonly totalProducts: number;
  /** The number of products in marketplaces whose data is stale. */
  readonly staleProducts: number;
  readonly staleWithoutIssues: number;
  readonly isAllStale: boolean;
  /** The number of products that are still being checked for the first time. */
  readonly startingProducts: number;
  readonly startingWithoutIssues: number;
  /** Whether the server has still to answer: the issues, or the age of the data, may be those of an earlier visit. */
  readonly isAwaited?: boolean;
}

export interface DayHeadline {
  readonly headline: string;
  /** A shorter headline, for a line with other texts beside it. It does not name other currencies. */
  readonly short: string;
  /** The line below the headline that explains it. */
  readonly detail: string;
  readonly level: 'alert' | 'warning' | 'ok' | 'stale' | 'starting';
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

const count = (n: number): string => words[n] ?? formatCount(n);
const countOf = (n: number, one: string, many = `${one}s`): string => `${formatCount(n)} ${n === 1 ? one : many}`;
const joinSentences = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');

/**
 * Composes the headline so that it reads well for no, one, three or thirty products. Products with stale data, and
 * products that are still being checked for the first time, are never called fine.
 */
export function dayHeadlineOf(facts: DayHeadlineFacts): DayHeadline {
  const { things, uncheckedWarnings: warnings } = facts;
  if (things > 0) {
    const headline = things === 1 ? 'One thing needs you.' : `${count(things)} things need you.`;
    const detail = joinSentences(
      unknownText(facts.atRisk),
      andWarnings(warnings),
      fineText(facts),
      startingText(facts),
    );
    return { ...withMoney(headline, facts.atRisk), detail, level: 'alert' };
  }
  if (warnings > 0) {
    const headline = warnings === 1 ? 'One warning is worth a look.' : `${count(warnings)} warnings are worth a look.`;
    const noAlerts = facts.isAwaited ? '' : 'No new alerts.';
    const detail = joinSentences(noAlerts, fineText(facts), startingText(facts));
    return { ...withMoney(headline, facts.atRisk), detail, level: 'warning' };
  }
  // A marketplace without products may answer while those of all products are stale.
  if (facts.isAllStale || (facts.staleProducts > 0 && facts.staleProducts === facts.totalProducts)) {
    return { ...same('Nothing new is known.'), detail: '', level: 'stale' };
  }
  if (facts.startingProducts > 0) {
    return { ...same(startingText(facts)), detail: checkedSoFar(facts), level: 'starting' };
  }
  if (facts.staleProducts > 0) {
    const checked = facts.totalProducts - facts.staleProducts;
    const headline = `Nothing needs you in ${countOf(checked, 'product')} of ${formatCount(facts.totalProducts)}.`;
    return { ...same(headline), detail: withStop(seenText(facts)), level: 'stale' };
  }
  if (facts.isAwaited) return { ...same('Looking for what is new.'), detail: '', level: 'starting' };
  return { ...same('Nothing needs you.'), detail: nothingNew(facts), level: 'ok' };
}

const same = (headline: string) => ({ headline, short: headline });

function withMoney(headline: string, atRisk: RiskSum): Pick<DayHeadline, 'headline' | 'short'> {
  const sum = atRisk.largest();
  if (!sum) return same(headline);
  const more = sum.otherCurrencies.length > 0 ? ' and more' : '';
  const short = `${sumText(sum.largest)}${more} a day is at risk.`;
  return { headline: joinSentences(headline, moneyText(atRisk)), short: joinSentences(headline, short) };
}

/**
 * Returns a text such as "About $1,860 a day is at risk. What two of them cost is not known."; empty when no cost is
 * known.
 */
export const atRiskText = (atRisk: RiskSum): string => joinSentences(moneyText(atRisk), unknownText(atRisk));

/** Returns a text such as "About $1,860 a day is at risk.", which also names the other currencies of known risks. */
function moneyText(atRisk: RiskSum): string {
  const sum = atRisk.largest();
  if (!sum) return '';
  const currencies = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(sum.otherCurrencies);
  const more = currencies === '' ? '' : `, and more in ${currencies}`;
  return `${sumText(sum.largest)} a day is at risk${more}.`;
}

/**
 * Returns the sum as the beginning of a sentence, "About $1,860" or "Under $1". It is one amount, unless its high end is
 * more than twice the low one: errors of the parts partly cancel out, so a range is rarely needed.
 */
function sumText({ currency, low, high }: MoneyAtRisk): string {
  const isUnsure = high > 1.2 * low;
  const middle = Number(((low + high) / 2).toPrecision(isUnsure ? 2 : 3));
  const shown = high > 2 * low ? { currency, low, high } : { currency, low: middle, high: middle };
  const amount = amountText(shown, 'en-US');
  const estimate = `${aboutOf(amount)}${amount}`;
  return estimate.charAt(0).toUpperCase() + estimate.slice(1);
}

function unknownText({ things, unknown }: RiskSum): string {
  if (unknown === 0 || unknown === things) return '';
  return `What ${count(unknown).toLowerCase()} of them ${unknown === 1 ? 'costs' : 'cost'} is not known.`;
}

const andWarnings = (warnings: number): string => (warnings > 0 ? `And ${countOf(warnings, 'new warning')}.` : '');

function fineText(facts: DayHeadlineFacts): string {
  const { totalProducts, productsWithIssues, staleWithoutIssues, startingWithoutIssues } = facts;
  const left = totalProducts - productsWithIssues - staleWithoutIssues - startingWithoutIssues;
  if (left <= 0 || facts.isAwaited) return '';
  return left === 1 ? '1 product is fine.' : `${countOf(left, 'product')} are fine.`;
}

/** "Still being checked: 12 of 22."; empty when all first looks are over. */
const startingText = ({ startingProducts, totalProducts }: DayHeadlineFacts): string =>
  startingProducts === 0
    ? ''
    : `Still being checked: ${formatCount(startingProducts)} of ${countOf(totalProducts, 'product')}.`;

function checkedSoFar(facts: DayHeadlineFacts): string {
  const checked = facts.totalProducts - facts.staleProducts - facts.startingProducts;
  const seen = seenText(facts);
  if (checked <= 0) return withStop(seen);
  return withStop([`${countOf(checked, 'product')} checked so far`, seen].filter(Boolean).join(', '));
}

function nothingNew(facts: DayHeadlineFacts): string {
  const seen = seenText(facts);
  return [`${countOf(facts.totalProducts, 'product')} checked`, seen].filter(Boolean).join(', ');
}

const seenText = ({ productsWithIssues }: DayHeadlineFacts): string =>
  productsWithIssues === 0 ? '' : `${countOf(productsWithIssues, 'product')} with issues you have already seen`;

const withStop = (text: string): string => (text === '' ? '' : `${text}.`);
