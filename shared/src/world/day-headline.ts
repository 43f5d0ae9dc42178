import { amountText, type MoneyAtRisk } from '../domain/risk/money-at-risk.ts';
import type { RiskSum } from '../domain/risk/risk-sum.ts';

/** The numbers from which the headline of the day is composed. */
export interface DayHeadlineFacts {
  /** Number of products with a new alert. */
  readonly things: number;
  readonly uncheckedWarnings: number;
  /** The money that the products with a new alert put at risk per day, or without any those with a new warning. */
  readonly atRisk: RiskSum;
  readonly productsWithIssues: number;
  readonly totalProducts: number;
  /** Number of products in marketplaces that do not answer. */
  readonly staleProducts: number;
  readonly staleWithoutIssues: number;
  readonly isAllStale: boolean;
  /** Number of products whose first looks are not over. */
  readonly startingProducts: number;
  readonly startingWithoutIssues: number;
}

export interface DayHeadline {
  readonly headline: string;
  /** The text for a line with other texts beside it, which names no further currencies. */
  readonly short: string;
  /** The line of evidence beneath the headline. */
  readonly detail: string;
  readonly level: 'alert' | 'warning' | 'ok' | 'stale' | 'starting';
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

const count = (n: number): string => words[n] ?? n.toLocaleString('en-US');
const countOf = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
const joinSentences = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');

/**
 * The headline reads well for no, one, three and thirty products. Alerts need somebody, warnings alone are worth a
 * look. Stale products, and those that are still being checked, are never called fine.
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
    const detail = joinSentences('No new alerts.', fineText(facts), startingText(facts));
    return { ...withMoney(headline, facts.atRisk), detail, level: 'warning' };
  }
  if (facts.isAllStale) {
    return { ...same('Nothing new is known.'), detail: '', level: 'stale' };
  }
  if (facts.startingProducts > 0) {
    return { ...same(startingText(facts)), detail: checkedSoFar(facts), level: 'starting' };
  }
  if (facts.staleProducts > 0) {
    const checked = facts.totalProducts - facts.staleProducts;
    const headline = `Nothing needs you in ${countOf(checked, 'product')} of ${facts.totalProducts.toLocaleString('en-US')}.`;
    return { ...same(headline), detail: withStop(seenText(facts)), level: 'stale' };
  }
  return { ...same('Nothing needs you.'), detail: nothingNew(facts), level: 'ok' };
}

const same = (headline: string) => ({ headline, short: headline });

function withMoney(headline: string, atRisk: RiskSum): Pick<DayHeadline, 'headline' | 'short'> {
  const sum = atRisk.largest();
  if (!sum) return same(headline);
  const more = sum.otherCurrencies.length > 0 ? ' and more' : '';
  const short = `About ${sumText(sum.largest)}${more} a day is at risk.`;
  return { headline: joinSentences(headline, moneyText(atRisk)), short: joinSentences(headline, short) };
}

/** "About $1,860 a day is at risk. What two of them cost is not known."; empty when no cost is known. */
export const atRiskText = (atRisk: RiskSum): string => joinSentences(moneyText(atRisk), unknownText(atRisk));

/** "About $1,860 a day is at risk.", with the other currencies in which there is more. */
function moneyText(atRisk: RiskSum): string {
  const sum = atRisk.largest();
  if (!sum) return '';
  const currencies = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(sum.otherCurrencies);
  const more = currencies === '' ? '' : `, and more in ${currencies}`;
  return `About ${sumText(sum.largest)} a day is at risk${more}.`;
}

/**
 * A sum is more certain than its parts, so that a range is shown only when the high end is more than twice the low one.
 */
function sumText({ currency, low, high }: MoneyAtRisk): string {
  const isUnsure = high > 1.2 * low;
  const middle = Number(((low + high) / 2).toPrecision(isUnsure ? 2 : 3));
  return amountText(high > 2 * low ? { currency, low, high } : { currency, low: middle, high: middle }, 'en-US');
}

function unknownText({ things, unknown }: RiskSum): string {
  if (unknown === 0 || unknown === things) return '';
  return `What ${count(unknown).toLowerCase()} of them ${unknown === 1 ? 'costs' : 'cost'} is not known.`;
}

const andWarnings = (warnings: number): string => (warnings > 0 ? `And ${countOf(warnings, 'new warning')}.` : '');

function fineText(facts: DayHeadlineFacts): string {
  const { totalProducts, productsWithIssues, staleWithoutIssues, startingWithoutIssues } = facts;
  const left = totalProducts - productsWithIssues - staleWithoutIssues - startingWithoutIssues;
  if (left <= 0) return '';
  return left === 1 ? '1 product is fine.' : `${countOf(left, 'product')} are fine.`;
}

/** "Still being checked: 12 of 22."; empty when all first looks are over. */
const startingText = ({ startingProducts, totalProducts }: DayHeadlineFacts): string =>
  startingProducts === 0
    ? ''
    : `Still being checked: ${startingProducts.toLocaleString('en-US')} of ${countOf(totalProducts, 'product')}.`;

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
