/**
 * A second, slow ledger against which the real one is tested. It shares no arithmetic with the domain: days are
 * numbers, each ASIN is paid for by itself, and invoices take whole cents from one running debt.
 */

export interface NaiveCard {
  readonly baseMills: number;
  readonly baseAsins: number;
  readonly tiers: readonly { readonly upTo: number | null; readonly mills: number }[];
}

interface NaiveDiscount {
  readonly percent: number;
  readonly from: number;
  /** The last day of the discount; `null` if it has no end. */
  readonly to: number | null;
}

export interface NaivePackage {
  readonly baseFeeCents: number;
  readonly addonFeeCents: number;
  readonly addons: number;
  /** The day from which on the tenant pays per ASIN and day instead of the package; `null` if the package stays. */
  readonly dailyFrom: number | null;
}

export interface BillingHistory {
  /** The number of ASINs that count on each day, from day 0; `null` for a day without service. */
  readonly asins: readonly (number | null)[];
  /** The first day after the trial. */
  readonly chargedFrom: number;
  /** The price lists, each with the first day on which it applies. */
  readonly cards: readonly { readonly from: number; readonly card: NaiveCard }[];
  /** The fees of the package; `null` for pricing per ASIN and day. */
  readonly package: NaivePackage | null;
  readonly discounts: readonly NaiveDiscount[];
  readonly frequencies: readonly { readonly from: number; readonly isDaily: boolean }[];
  /** Credits and fees, each with the day at whose closing it becomes known. */
  readonly corrections: readonly { readonly day: number; readonly mills: number }[];
  /** Days on which the service is switched on again, and before which no day with service is still to be closed. */
  readonly returns: readonly number[];
  /** ASINs that were tracked between two days, but become known later, before the day `knownOn` is closed. */
  readonly late: readonly {
    readonly knownOn: number;
    readonly from: number;
    readonly to: number;
    readonly asins: number;
  }[];
}

export interface NaiveInvoice {
  readonly from: number;
  readonly to: number;
  readonly cents: number;
}

export interface NaiveLedger {
  /** The charge of each day; `null` without service. */
  readonly mills: readonly (number | null)[];
  readonly invoices: readonly NaiveInvoice[];
  /** The debt that is on no invoice yet, as of the last day that was billed or carried over. */
  readonly carryMills: number;
}

const monthDays = 30;
const dailyPayersMills = 5000;
const smallestCents = 50;

/** Adds up the price of every ASIN of a day, one after another. */
export function naivePrice({ baseMills, baseAsins, tiers }: NaiveCard, asins: number): number {
  let sum = baseMills;
  for (let asin = baseAsins + 1; asin <= asins; asin += 1) {
    const tier = tiers.find(({ upTo }) => upTo === null || asin <= upTo);
    if (!tier) throw new Error(`No tier for ASIN ${asin}`);
    sum += tier.mills;
  }
  return sum;
}

/** Returns a function that computes the same price with cached sums, for many histories with the same price list. */
function priceTable(card: NaiveCard): (asins: number) => number {
  const sums = [naivePrice(card, 0)];
  return (asins) => {
    for (let asin = sums.length; asin <= asins; asin += 1) {
      const tier = card.tiers.find(({ upTo }) => upTo === null || asin <= upTo);
      sums.push((sums[asin - 1] ?? NaN) + (asin <= card.baseAsins ? 0 : (tier?.mills ?? NaN)));
    }
    return sums[asins] ?? NaN;
  };
}

const tables = new WeakMap<NaiveCard, (asins: number) => number>();

function priceOf(card: NaiveCard, asins: number): number {
  const table = tables.get(card) ?? priceTable(card);
  tables.set(card, table);
  return table(asins);
}

const feeTables = new Map<number, readonly number[]>();

function feeDays(feeMills: number): readonly number[] {
  const days = feeTables.get(feeMills) ?? naiveFeeDays(feeMills);
  feeTables.set(feeMills, days);
  return days;
}

/** Spreads a fee over the days of a month: each day adds the fee to a pot and takes whole thirtieths from the pot. */
export function naiveFeeDays(feeMills: number): readonly number[] {
  const whole = Math.trunc(feeMills / monthDays);
  let pot = 0;
  return Array.from({ length: monthDays }, () => {
    pot += feeMills - whole * monthDays;
    if (pot < monthDays) return whole;
    pot -= monthDays;
    return whole + 1;
  });
}

export function naiveLedger(history: BillingHistory): NaiveLedger {
  const { asins, chargedFrom, returns } = history;
  const mills: (number | null)[] = [];
  const invoices: NaiveInvoice[] = [];
  let [debt, carryMills, from, monthFrom] = [0, 0, chargedFrom, chargedFrom];
  asins.forEach((count, day) => {
    const unbilled = mills.slice(from, day).some((charge) => (charge ?? 0) > 0);
    if (returns.includes(day) && monthFrom < day && !unbilled) [monthFrom, from] = [day, day];
    const charge = count === null ? null : naiveCharge(history, { day, monthFrom, asins: count });
    debt += (charge ?? 0) + correctionsKnownOn(history, day, mills);
    mills.push(charge);
    if (day < chargedFrom) return;
    const isLastOfMonth = (day - monthFrom + 1) % monthDays === 0;
    if (!isLastOfMonth && !(isDailyPayer(history, day) && debt >= dailyPayersMills)) return;
    const cents = wholeCents(debt);
    if (cents >= smallestCents) {
      invoices.push({ from, to: day, cents });
      debt -= cents * 10;
    }
    carryMills = debt;
    from = day + 1;
  });
  return { mills, invoices, carryMills };
}

interface NaiveDay {
  readonly day: number;
  readonly monthFrom: number;
  readonly asins: number;
}

function naiveCharge(history: BillingHistory, given: NaiveDay): number {
  if (given.day < history.chargedFrom) return 0;
  return afterDiscount(history, given.day, fullPrice(history, given));
}

function afterDiscount({ discounts }: BillingHistory, day: number, full: number): number {
  let best = 0;
  for (const { percent, from, to } of discounts) {
    if (day >= from && (to === null || day <= to) && percent > best) best = percent;
  }
  // The price in hundredths of a mill that the customer pays; the fraction of a mill is dropped in the customer's
  // favour.
  const hundredths = full * (100 - best);
  return (hundredths - (hundredths % 100)) / 100;
}

const hasPackage = ({ package: fees }: BillingHistory, day: number): boolean =>
  fees !== null && (fees.dailyFrom === null || day < fees.dailyFrom);

function fullPrice(history: BillingHistory, { day, monthFrom, asins }: NaiveDay): number {
  const { package: fees, cards } = history;
  if (fees && hasPackage(history, day)) {
    const feeMills = (fees.baseFeeCents + fees.addonFeeCents * fees.addons) * 10;
    return feeDays(feeMills)[(day - monthFrom) % monthDays] ?? NaN;
  }
  let current = cards[0];
  for (const version of cards) if (version.from <= day) current = version;
  return current ? priceOf(current.card, asins) : NaN;
}

/**
 * Returns the corrections that become known on a day: credits, fees, and the price of ASINs found later. Only days that
 * were charged are corrected for those ASINs.
 */
function correctionsKnownOn(history: BillingHistory, knownOn: number, mills: readonly (number | null)[]): number {
  let sum = 0;
  for (const correction of history.corrections) if (correction.day === knownOn) sum += correction.mills;
  for (const late of history.late) {
    if (late.knownOn !== knownOn) continue;
    for (let day = late.from; day <= late.to; day += 1) {
      const [asins, charge] = [history.asins[day] ?? null, mills[day] ?? 0];
      if (asins === null || charge === 0 || hasPackage(history, day)) continue;
      const counted = { day, monthFrom: 0, asins: asins + late.asins };
      sum += afterDiscount(history, day, fullPrice(history, counted)) - charge;
    }
  }
  return sum;
}

function isDailyPayer({ frequencies }: BillingHistory, day: number): boolean {
  let isDaily = false;
  for (const change of frequencies) if (change.from <= day) ({ isDaily } = change);
  return isDaily;
}

/** Counts the whole cents in a debt. */
function wholeCents(mills: number): number {
  let [rest, cents] = [mills, 0];
  for (const step of [1_000_000, 10_000, 100, 1]) {
    for (; rest >= step * 10; rest -= step * 10) cents += step;
  }
  return cents;
}
