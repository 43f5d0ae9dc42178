import { daysFrom } from '../../base/calendar-day.ts';
import { formatCount } from '../../base/format-count.ts';
import { dayMs } from '../../base/time.ts';
import { severityForms } from '../../base/severity.ts';
import * as z from 'zod/mini';
import { shortDay } from '../../base/marketplace-day.ts';
import type { UnitsRange } from '../../domain/risk/money-at-risk.ts';
import { defineWatchdog, type Judgement } from '../model/define.ts';
import { comparableDays, type ComparableDay } from '../kind-parts/expected-sales-days.ts';
import { lastWindows, type SalesWindow } from '../kind-parts/expected-sales.ts';
import { isSoldOut } from '../facts/fold-stock.ts';
import { notForSaleText, whyNotForSale } from '../kind-parts/not-for-sale.ts';
import type { SalesFacts } from '../facts/observations.ts';
import { daysText, perDayText, perDayTexts, unitsText } from '../kind-parts/stock-words.ts';

/**
 * The windows in days that are judged each day, with the probability below which a window raises an alert. The four
 * probabilities apply to windows in which fewer than 50, fewer than 100, fewer than 150, and more units are expected.
 * They are chosen for at most one false alarm per product in ten months; most of that budget goes to the window of
 * three days for products below 50 units a day, and to the single day above that. Record 76 gives the figures.
 */
const alarmChances: Readonly<Record<number, readonly [number, number, number, number]>> = {
  1: [0.0005, 0.006, 0.004, 0.004],
  3: [0.00175, 0.0035, 0.003, 0.0005],
  7: [0.00015, 0.0001, 0.0001, 0.0001],
};
const lengths = Object.keys(alarmChances).map(Number);
/** The expected units from which on the second, third and fourth probability applies. */
const unitsOfChances = [50, 100, 150];
/** The probability below which a drop raises an alert when users have set a percentage for the product. */
const CHANCE_WITH_PERCENT = 0.05;
const WARNING_PERCENT = 30;
const ALERT_PERCENT = 40;
/** After a drop of this many days, the lower sales count as normal. */
const NEW_NORMAL_DAYS = 14;
/** The text and figures of a longer drop describe only its last days, this many. */
const SHOWN_DAYS = 7;
/** Sales that end more than this many days ago are not judged. */
const STALE_DAYS = 5;

const percent = z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(100))), null);
const percentages = z.object({ dropPercentWarning: percent, dropPercentAlert: percent });
type Percentages = z.output<typeof percentages>;
const ownSettings = z.extend(percentages, { minimumUnitsPerDay: z._default(z.number().check(z.minimum(0)), 0) });
type OwnSettings = z.output<typeof ownSettings>;

const memory = z.object({
  /** The first day of the open drop. */
  since: z.nullable(z.string()),
  /** The last day that an ended drop has covered. Windows that begin on or before this day raise no new alert. */
  saidThrough: z.nullable(z.string()),
  /** The first day whose sales may be compared; earlier sales belong to a level that is no longer normal. */
  comparableFrom: z.nullable(z.string()),
  /**
   * A fingerprint of the sales that were last found normal. It avoids comparing the same days again when only the stock
   * changes during the day.
   */
  usual: z._default(z.nullable(z.string()), null),
  /** The percentages that users had set when the open drop was last judged. */
  lastPercentages: z.optional(percentages),
});
type Memory = z.output<typeof memory>;
/** The part of the memory that remains when an open drop ends. */
type LastingMemory = Omit<Memory, 'lastPercentages'>;

export default defineWatchdog({
  type: 'salesDrop',
  title: 'Sales Drop',
  headline: 'Sales dropped',
  about:
    'Watches the units sold on each complete day. Alerts or warns when the last day, three days or seven days sold far less than the weeks before and the weekdays let expect, and chance does not explain it. Days out of stock do not count. Products that sell rarely stay quiet. Tells you when sales are back.',
  family: 'Sales and rank',
  icon: 'trending-down',
  everyMinutes: 30,
  reads: ['sales'],
  consults: ['stock', 'listing'],
  colours: ['RED', 'AMBER', 'GREEN'],
  mailByDefault: [],
  costs: { alert: { low: 0.4, high: 1 }, warning: { low: 0.3, high: 0.4 }, lostUnits },
  nextSteps: [
    'Look at the other issues of the product: most often one is the cause',
    'No other issue: look at the price of others, and at your advertisements',
    'A season or a holiday: mark it as done',
  ],
  action: { label: 'See the sales', place: 'salesChart' },
  causedBy: {
    kinds: [
      'listingSuspended',
      'noAddToCart',
      'lostBuybox',
      'searchBan',
      'inventory',
      'fbmInventory',
      'imageMissing',
      'prime',
      'keyword',
      'subscribeAndSave',
      'amazonChoiceBadge',
      'starRatingRecentChange',
      'topReview',
    ],
    withinHours: 96,
  },
  asCause: { words: 'sales dropped' },
  settings: z.object({}),
  panel: {},
  ownSettings,
  findContradiction: ({ dropPercentWarning: warning, dropPercentAlert: alert }) =>
    warning !== null && alert !== null && warning >= alert
      ? { setting: 'dropPercentWarning', rule: `the warning has to come before the alert, at less than ${alert}%` }
      : null,
  spreadsheet: {
    prefix: 'salesdrop',
    columns: {
      dropPercentWarning: {
        header: 'Warning at drop of %',
        help: 'Warn when so many percent fewer are sold; empty: automatic, or no warning if an alert is set',
      },
      dropPercentAlert: {
        header: 'Alert at drop of %',
        help: 'Alert when so many percent fewer are sold; empty: automatic, or no alert if a warning is set',
      },
      minimumUnitsPerDay: {
        header: 'Minimum units per day',
        help: 'Leave the product alone while it is expected to sell less',
      },
    },
  },
  memory,
  judge({ now, own, memory: before, item, product, at }) {
    const { through, units, outOfStock } = now.sales;
    const isFresh = at.getTime() - Date.parse(through) <= STALE_DAYS * dayMs;
    if (units.length === 0 || !isFresh) return null;
    const { lastPercentages = null, ...known } = before ?? nothingKnown;
    const status = item?.status ?? 0;
    const since = status > 0 ? known.since : null;
    const isOut = isSoldOut(now.listing, now.stock);
    if (outOfStock.at(-1) === true || isOut) {
      const reason = whyNotForSale(now.listing ?? [], now.stock ?? []) ?? (isOut ? 'out of stock' : null);
      const text = status > 0 ? notForSaleText(reason, through) : null;
      return asOk(text, { ...known, since: null, ...(status > 0 && { saidThrough: through }) });
    }
    const fingerprint = fingerprintOf(now.sales, own);
    if (since === null && known.usual === fingerprint) return asOk(null, known);
    const days = comparableDays(now.sales, product.marketplace).filter(
      ({ day }) => day >= (known.comparableFrom ?? ''),
    );
    // If the last day cannot be compared, because it is a holiday for example, there is no verdict on it.
    if (days.at(-1)?.day !== through) return since === null ? asOk(null, known) : null;
    const look = { days, own, known };
    const told = since === null ? lookForDrop(look) : lookAtDrop({ ...look, since, status, lastPercentages });
    const isOver = told.verdict === 'ok' || told.verdict === 'improved';
    return isOver ? { ...told, memory: { ...told.memory, usual: fingerprint } } : told;
  },
});

/**
 * Returns the range of units lost per day: the expected units, minus and plus one standard deviation, less the units
 * sold.
 */
function lostUnits({ expected, spread, sold, days }: Readonly<Record<string, number>>): UnitsRange | null {
  if (expected === undefined || spread === undefined || sold === undefined || !days) return null;
  const perDay = (units: number) => Math.max(0, units - sold) / days;
  return { low: perDay(expected - spread), high: perDay(expected + spread) };
}

type DropJudgement = Judgement<Memory> & { readonly memory: Memory };

const nothingKnown: Memory = { since: null, saidThrough: null, comparableFrom: null, usual: null };

const asOk = (text: string | null, next: LastingMemory): DropJudgement => ({
  verdict: 'ok',
  text,
  about: null,
  memory: next,
});

/** Returns a short text that changes when the sales or the settings change. It is stored for each product. */
function fingerprintOf({ through, units, outOfStock }: SalesFacts, own: OwnSettings): string {
  let hash = units.length;
  for (const [index, sold] of units.entries()) hash = (hash * 31 + sold * 2 + (outOfStock[index] ? 1 : 0)) % 1_000_003;
  return [through, hash, ...Object.values(own).map((set) => set ?? '')].join(' ');
}

interface Look {
  readonly days: readonly ComparableDay[];
  readonly own: OwnSettings;
  readonly known: LastingMemory;
}

function lookForDrop({ days, own, known }: Look): DropJudgement {
  const drops = lastWindows(days, lengths)
    .filter(({ from }) => from > (known.saidThrough ?? ''))
    .map((window) => ({ window, rarity: window.chance / limitOf(window, own) }))
    .filter(({ window, rarity }) => rarity <= 1 && lessThan(window) >= smallestDrop(own));
  const drop = drops.toSorted((a, b) => a.rarity - b.rarity)[0]?.window;
  const quiet = asOk(null, { ...known, since: null });
  if (!drop || drop.expected / drop.length < own.minimumUnitsPerDay) return quiet;
  const since = firstLowDay(days, drop, backShare(own));
  const told = lookAtDrop({ days, own, known, since, status: 0, lastPercentages: null });
  return told.verdict === 'warning' || told.verdict === 'alert' ? told : quiet;
}

const isSet = ({ dropPercentAlert, dropPercentWarning }: Percentages): boolean =>
  dropPercentAlert !== null || dropPercentWarning !== null;

function limitOf({ length, expected }: SalesWindow, own: OwnSettings): number {
  if (isSet(own)) return CHANCE_WITH_PERCENT;
  const place = unitsOfChances.filter((units) => expected >= units).length;
  return alarmChances[length]?.[place] ?? 0;
}

const smallestDrop = (own: Percentages): number =>
  isSet(own) ? Math.min(own.dropPercentAlert ?? 100, own.dropPercentWarning ?? 100) : WARNING_PERCENT;

/**
 * Returns the share of the expected sales at which a drop ends. It is clearly above the share at which a drop begins.
 */
const backShare = (own: Percentages): number => 1 - (smallestDrop(own) / 100) * (2 / 3);

const lessThan = ({ seen, expected }: SalesWindow): number =>
  expected === 0 ? 0 : Math.floor((1 - seen / expected) * 100);

/** Returns the first day of a window on which sales were low, because the window may begin before the drop does. */
function firstLowDay(days: readonly ComparableDay[], { length, from, expected }: SalesWindow, share: number): string {
  const usual = (expected / length) * share;
  return days.slice(-length).find(({ units }) => units < usual)?.day ?? from;
}

interface OpenLook extends Look {
  readonly since: string;
  readonly status: 0 | 1 | 2;
  /** The percentages at the last judgement; `null` for a drop that is not open yet. */
  readonly lastPercentages: Percentages | null;
}

/** Judges a drop by comparing its days with the sales that the days before the drop predict. */
function lookAtDrop({ days, own, known, since, status, lastPercentages }: OpenLook): DropJudgement {
  const past = days.filter(({ day }) => day < since);
  const low = days.filter(({ day }) => day >= since).slice(-SHOWN_DAYS);
  const seenIn = (length: number) => lastWindows([...past, ...low.slice(-length)], [Math.min(length, low.length)])[0];
  const window = seenIn(SHOWN_DAYS);
  const through = low.at(-1)?.day ?? since;
  const settled = { ...known, since: null, saidThrough: through };
  if (!window) return asOk('Sales can no longer be compared with what was before', settled);
  const findBack = (by: Percentages) =>
    [seenIn(1), seenIn(3)].find((last) => last && last.seen >= last.expected * backShare(by));
  const lately = findBack(own);
  const isChanged = lastPercentages !== null && !areSame(lastPercentages, own);
  if (lately && isChanged && !findBack(lastPercentages)) return asOk(noDropText(lately), settled);
  if (lately) {
    const { seen, expected, length } = lately;
    const [sold, usual] = perDayTexts(seen / length, expected / length);
    const text = `Sales are back at ${sold}, ${usual} were expected`;
    return { verdict: 'improved', text, about: null, memory: settled };
  }
  if (daysFrom(since, through) >= NEW_NORMAL_DAYS) {
    const text = `Sales stay at ${perDayText(window.seen / window.length)} since ${shortDay(since)}: taken as the new normal`;
    return asOk(text, { ...settled, comparableFrom: since });
  }
  if (window.expected / window.length < own.minimumUnitsPerDay) {
    return asOk('Fewer sales are expected than the minimum you have set', settled);
  }
  if (isChanged && lessThan(window) < smallestDrop(own)) return asOk(noDropText(window), settled);
  // An open alert does not become a warning when sales recover a little: it ends or stays, unless the percentages were
  // changed.
  const isAlert =
    (status === severityForms.alert.status && !isChanged) ||
    lessThan(window) >= (isSet(own) ? (own.dropPercentAlert ?? 101) : ALERT_PERCENT);
  return {
    verdict: isAlert ? 'alert' : 'warning',
    ...describe(window, since),
    isFewer: isChanged,
    memory: {
      ...known,
      since,
      lastPercentages: { dropPercentWarning: own.dropPercentWarning, dropPercentAlert: own.dropPercentAlert },
    },
  };
}

const areSame = (one: Percentages, other: Percentages): boolean =>
  one.dropPercentWarning === other.dropPercentWarning && one.dropPercentAlert === other.dropPercentAlert;

function noDropText({ seen, expected, length }: SalesWindow): string {
  const [sold, usual] = perDayTexts(seen / length, expected / length);
  return `Sales of ${sold}, where ${usual} were expected, are no drop by your settings`;
}

function describe(window: SalesWindow, since: string) {
  const { length, expected, seen, spread, chance } = window;
  const [from, to] = perDayTexts(expected / length, seen / length);
  const span = length === 1 ? 'the last day' : `the last ${daysText(length)}`;
  return {
    text: `Sales fell from ${from} to ${to} since ${shortDay(since)}, ${lessThan(window)}% fewer than expected`,
    from,
    to,
    about: since,
    figures: { expected: toTenths(expected), spread: toTenths(spread), sold: seen, days: length },
    evidence: [
      { label: `Expected, ${span}`, value: `${expected.toFixed(expected < 10 ? 1 : 0)} units` },
      { label: `Sold, ${span}`, value: unitsText(seen) },
      { label: 'By chance', value: chanceText(chance) },
    ],
  };
}

const toTenths = (units: number): number => Math.round(units * 10) / 10;

/** Returns a text such as "1 in 4,000". */
function chanceText(chance: number): string {
  if (chance < 1e-6) return 'less than 1 in a million';
  const digits = 10 ** Math.floor(Math.log10(1 / chance));
  return `1 in ${formatCount(Math.round(1 / chance / digits) * digits)}`;
}
