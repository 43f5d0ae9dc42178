import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { createRandom, type Random } from '../../../../sandbox/src/world/random.ts';
import { poisson, strayingDemand } from '../draws.ts';
import {
  nobody,
  own,
  type AccountSeries,
  type KnownIncident,
  type OrderDay,
  type ProductSeries,
  type DatedValue,
} from './account-series.ts';
import { generateRatings } from './generate-ratings.ts';

interface AccountOptions {
  readonly products: number;
  readonly days: number;
  readonly seed: string;
}

/** Days of sales that are known before the first look. */
const historyDays = 60;
const firstAt = Date.parse('2026-03-02T00:00:00Z');
const lookEveryMs = 3 * hourMs;
/** The time after which a product is checked again when many products have changed. */
const secondLookMs = 6 * minuteMs;
/** The interval of notifications about a contested buy box. The marketplace announces each of its changes. */
const announcedEveryMs = 20 * minuteMs;
/** The number of products that one request covers, and the time until the next request. */
const batch = { products: 20, everyMs: 8000 };
const brands = ['Brightkeel', 'Ardenmoor', 'Tollvane', 'Quillbeck'];
/** The units per day that a product must sell so that a drop of some days can be distinguished from chance. */
const telling = 10;
/** Demand factors by weekday, Sunday first. */
const weekdays = [1.12, 1.06, 0.98, 0.95, 0.93, 0.94, 1.02];

/** A period in which a product sells less for one reason. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** The share of the sales that is lost during the period. */
  readonly loss: number;
}

interface HeldSpan extends Span {
  readonly holder: string;
}

/**
 * Draws a seller's account with everything that such an account shows in a month: buy boxes that are lost, contested or
 * missing, sellers who come and go, prices that are changed or follow a currency, ratings that are taken back, and
 * sales. Two faults of the marketplace and one rival affect many products at the same time.
 */
export function generateAccount({ products, days, seed }: AccountOptions): AccountSeries {
  const ofAccount = createRandom(`${seed} account`);
  const rivals = Array.from({ length: 12 }, () => `A${ofAccount.code(13)}`);
  const endAt = firstAt + days * dayMs;
  const masses = drawMasses(ofAccount, { rivals, days });
  const drawn = Array.from({ length: products }, (_, index) =>
    drawProduct({ index, days, endAt, rivals, masses, random: createRandom(`${seed} product ${index}`) }),
  );
  return { products: drawn.map(({ series }) => series), incidents: drawn.flatMap(({ incidents }) => incidents) };
}

/** A change of many buy boxes at the same time. */
interface Mass {
  readonly share: number;
  readonly span: HeldSpan;
  /** Whether the marketplace's answers are wrong, so that no sales are lost. */
  readonly isFault: boolean;
}

const timesOf = (from: number, lastsMs: number) => ({ from, to: from + lastsMs });

/**
 * Draws two faults and a rival: one fault is over at the second look, one at the next regular look, and the rival stays
 * for two days.
 */
function drawMasses(random: Random, { rivals, days }: { rivals: readonly string[]; days: number }): readonly Mass[] {
  const lookIn = (share: number): number => firstAt + Math.floor(days * share) * dayMs + random.int(0, 7) * lookEveryMs;
  return [
    { share: 0.6, span: { ...timesOf(lookIn(0.3), secondLookMs - 1), holder: nobody, loss: 0 }, isFault: true },
    { share: 0.4, span: { ...timesOf(lookIn(0.7), lookEveryMs - 1), holder: nobody, loss: 0 }, isFault: true },
    {
      share: 0.09,
      span: { ...timesOf(lookIn(0.5), 42 * hourMs), holder: random.pick(rivals), loss: 1 },
      isFault: false,
    },
  ];
}

/**
 * Returns the times at which a product is checked: regularly, again after a change of many products, and when a change
 * is announced.
 */
function lookTimes({ index, days, masses }: ProductDraw, isAnnounced: boolean): readonly number[] {
  const offset = Math.floor(index / batch.products) * batch.everyMs;
  const every = isAnnounced ? announcedEveryMs : lookEveryMs;
  const regular = Array.from({ length: Math.floor((days * dayMs) / every) }, (_, look) => firstAt + look * every);
  const again = masses.flatMap(({ span: { from, to } }) =>
    [from, Math.ceil(to / lookEveryMs) * lookEveryMs].map((at) => at + secondLookMs),
  );
  return [...new Set([...regular, ...again])].map((at) => at + offset).toSorted((a, b) => a - b);
}

interface ProductDraw {
  readonly index: number;
  readonly days: number;
  readonly endAt: number;
  readonly rivals: readonly string[];
  readonly masses: readonly Mass[];
  readonly random: Random;
}

const looksAt = <T>(times: readonly number[], valueAt: (at: number) => T | null): DatedValue<T>[] =>
  times.map((at) => ({ at: new Date(at), value: valueAt(at) }));

interface DrawnProduct {
  readonly series: ProductSeries;
  readonly incidents: readonly KnownIncident[];
}

function drawProduct(draw: ProductDraw): DrawnProduct {
  const { index, days, random } = draw;
  const product = `P${String(index + 1).padStart(4, '0')}`;
  const boxes = drawBuyBoxes(draw);
  const looks = lookTimes(draw, boxes.isContested);
  const label = (kind: string, from: number, to: number): KnownIncident => ({
    product,
    kind,
    from: new Date(from),
    to: new Date(to),
  });
  const level = Math.exp(Math.log(0.2) + random.next() * Math.log(300));
  const drops = drawTimes(random, { perMonth: 0.06, draw }).map((from) => ({
    from: Math.floor(from / dayMs) * dayMs,
    to: (Math.floor(from / dayMs) + random.int(2, 4)) * dayMs,
    loss: 0.6 + random.next() * 0.35,
  }));
  const sellers = drawSellers(draw, boxes.holders);
  const prices = drawPrices(draw);
  const ratings = generateRatings(random, {
    looks: Array.from({ length: days * 2 }, (_, look) => firstAt + (look * dayMs) / 2),
  });
  const lossSpans = [...boxes.spans, ...drops];
  return {
    series: {
      product,
      marketplace: 'US',
      brand: random.pick(brands),
      buyBox: looksAt(looks, (at) => (random.chance(0.005) ? null : boxes.holderAt(at))),
      sellers: looksAt(
        looks.filter(
          (at, look) => look === 0 || sellers.idsAt(at).join() !== sellers.idsAt(looks[look - 1] ?? 0).join(),
        ),
        sellers.idsAt,
      ),
      prices: looksAt(
        looks.filter((at, look) => look === 0 || prices.centsAt(at) !== prices.centsAt(looks[look - 1] ?? 0)),
        prices.centsAt,
      ),
      ratings: ratings.seen,
      orders: drawOrders(random, { level, days, spans: lossSpans }),
    },
    incidents: [
      ...boxes.labels.map(({ kind, from, to }) => label(kind, from, to)),
      ...(level < telling ? [] : [...drops, ...longLosses(boxes.spans)]).map(({ from, to }) =>
        label('salesDrop', from, to),
      ),
      ...sellers.joinedAlone.map((at) => label('numberOfSellers', at, at + dayMs)),
      ...prices.fellAt.map((at) => label('price', at, at + dayMs)),
      ...ratings.falls.map(({ from, to }) => label('starRatingRecentChange', from, to)),
    ],
  };
}

/** Returns the spans that count as sales drops. A loss that is over within a day cannot be seen in daily sales. */
const longLosses = (spans: readonly Span[]): readonly Span[] =>
  spans.filter(({ from, to, loss }) => loss > 0 && to - from >= dayMs);

/** Draws the starts of events, none on the first or the last day of the series. */
function drawTimes(random: Random, { perMonth, draw: { days } }: { perMonth: number; draw: ProductDraw }): number[] {
  return Array.from({ length: poisson((perMonth * days) / 30, random) }, () =>
    Math.round(firstAt + dayMs + random.next() * (days - 2) * dayMs),
  );
}

interface Boxes {
  readonly spans: readonly HeldSpan[];
  readonly isContested: boolean;
  /** The sellers who hold the buy box at some time. */
  readonly holders: readonly string[];
  readonly labels: readonly { readonly kind: string; readonly from: number; readonly to: number }[];
  readonly holderAt: (at: number) => string;
}

function drawBuyBoxes(draw: ProductDraw): Boxes {
  const { random, rivals, masses, endAt } = draw;
  const lost = drawTimes(random, { perMonth: 0.2, draw }).map((from) => ({
    from,
    to: Math.min(endAt, from + Math.round((4 + random.next() ** 2 * 140) * hourMs)),
    holder: random.pick(rivals),
    // Most buyers buy from the holder of the buy box; some look for the seller and still buy there.
    loss: random.chance(0.7) ? 1 : 0.8 + random.next() * 0.2,
  }));
  const missing = drawTimes(random, { perMonth: 0.03, draw }).map((from) => ({
    from,
    to: Math.min(endAt, from + random.int(10, 80) * hourMs),
    holder: nobody,
    loss: 0.7 + random.next() * 0.3,
  }));
  const struck = masses.filter(({ share }) => random.chance(share));
  const faults = struck.filter(({ isFault }) => isFault).map(({ span }) => span);
  const spans = [...lost, ...missing, ...struck.filter(({ isFault }) => !isFault).map(({ span }) => span)];
  const contested = drawContested(draw);
  return {
    spans: contested === null ? spans : [],
    isContested: contested !== null,
    holders: [...new Set([...spans.map(({ holder }) => holder), ...(contested ? [contested.rival] : [])])].filter(
      (holder) => holder !== nobody,
    ),
    labels:
      contested === null
        ? spans.map(({ from, to, holder }) => ({ kind: holder === nobody ? 'noAddToCart' : 'lostBuybox', from, to }))
        : [{ kind: 'lostBuybox', from: contested.from, to: contested.to }],
    holderAt: (at) => {
      const fault = faults.find((one) => at >= one.from && at < one.to);
      if (fault) return fault.holder;
      if (contested) return contested.isTheirs(at) ? contested.rival : own;
      return spans.find((one) => at >= one.from && at < one.to)?.holder ?? own;
    },
  };
}

/** Draws the period in which a rival and the seller undercut each other; `null` for most products. */
function drawContested(draw: ProductDraw) {
  const { random, rivals } = draw;
  const from = drawTimes(random, { perMonth: 0.03, draw })[0];
  if (from === undefined) return null;
  const to = from + random.int(6, 40) * hourMs;
  const seed = random.int(0, 1e6);
  const isTheirs = (at: number): boolean =>
    at >= from && at < to && createRandom(`${seed} ${Math.floor(at / announcedEveryMs)}`).chance(0.4);
  return { rival: random.pick(rivals), from, to, isTheirs };
}

interface Sellers {
  readonly idsAt: (at: number) => readonly string[];
  /** The times at which another seller joined a listing that only the account itself had sold. */
  readonly joinedAlone: readonly number[];
}

function drawSellers(draw: ProductDraw, holders: readonly string[]): Sellers {
  const { random, rivals } = draw;
  const isAlone = holders.length === 0 && random.chance(0.7);
  const known = isAlone ? [] : [...new Set([...holders, ...rivals.filter(() => random.chance(0.4))])];
  const times = drawTimes(random, { perMonth: isAlone ? 0.04 : 0.5, draw });
  const joined = times.map((at) => ({ id: `A${random.code(13)}`, from: at, to: at + random.int(1, 12) * dayMs }));
  return {
    idsAt: (at) => [...known, ...joined.filter(({ from, to }) => at >= from && at < to).map(({ id }) => id)],
    joinedAlone: isAlone ? times : [],
  };
}

interface Prices {
  readonly centsAt: (at: number) => number;
  readonly fellAt: readonly number[];
}

function drawPrices(draw: ProductDraw): Prices {
  const { random } = draw;
  const usual = Math.round(Math.exp(Math.log(900) + random.next() * Math.log(10)));
  const drifts = random.chance(0.15);
  const seed = random.int(0, 1e6);
  const falls = drawTimes(random, { perMonth: 0.15, draw }).map((from) => ({
    from,
    to: from + random.int(3, 10) * dayMs,
    share: 0.75 + random.next() * 0.2,
  }));
  const driftOn = (day: number): number => (drifts ? 1 + 0.008 * (createRandom(`${seed} ${day}`).next() - 0.5) : 1);
  return {
    centsAt: (at) => {
      const fall = falls.find((one) => at >= one.from && at < one.to);
      return Math.round(usual * driftOn(Math.floor(at / dayMs)) * (fall?.share ?? 1));
    },
    fellAt: falls.map(({ from }) => from),
  };
}

interface Demand {
  /** Units on an average day. */
  readonly level: number;
  readonly days: number;
  readonly spans: readonly Span[];
}

function drawOrders(random: Random, { level, days, spans }: Demand): OrderDay[] {
  return Array.from({ length: historyDays + days }, (_, index) => {
    const from = firstAt + (index - historyDays) * dayMs;
    const usual = level * (weekdays[new Date(from).getUTCDay()] ?? 1);
    const left = spans.reduce((share, span) => share * (1 - span.loss * overlap(span, from)), 1);
    return {
      day: new Date(from).toISOString().slice(0, 10),
      units: poisson(strayingDemand(usual * left, 0.2, random), random),
      isInStock: true,
      expected: Number(usual.toFixed(3)),
    };
  });
}

/** Returns the share of the day that is within the span. */
const overlap = ({ from, to }: Span, day: number): number =>
  Math.max(0, Math.min(to, day + dayMs) - Math.max(from, day)) / dayMs;
