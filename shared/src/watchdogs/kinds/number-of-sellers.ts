import * as z from 'zod/mini';
import { moneyIn } from '../../base/money.ts';
import { defineWatchdog } from '../model/define.ts';
import { foldOffers, type ProductOffers } from '../facts/fold-offers.ts';
import { sellerLine, whitelistedIn, whitelistSetting } from '../kind-parts/whitelist.ts';

/**
 * The sellers when the watch began, the new sellers who are still there, and the number of offers before the new
 * sellers came.
 */
const memory = z.object({
  known: z.array(z.string()),
  newcomers: z.array(z.string()),
  totalOffers: z.nullable(z.int()),
  /** Whether the last answer listed only some of the offers. */
  wasPart: z._default(z.boolean(), false),
});
type Memory = z.output<typeof memory>;

/** If at least this many other sellers share a listing, one more seller is not urgent enough for a message. */
const crowd = 3;

export default defineWatchdog({
  type: 'numberOfSellers',
  title: 'Number of Sellers',
  headline: 'New seller',
  about:
    'Watches who else sells your product as new. Alerts when a seller appears who was not there when the watch began and is not on your whitelist, and again when another one joins. It is ok once all of them are gone.',
  family: 'Offers',
  icon: 'users-plus',
  everyMinutes: 15,
  reads: ['offers'],
  colours: ['RED'],
  costs: { alert: { low: 0.1, high: 0.4 } },
  nextSteps: [
    'See who it is, and at what price',
    'Somebody you know: put the seller on your whitelist',
    'Otherwise buy one unit, and report it if it is not yours',
  ],
  action: { label: 'See offers', place: 'offersPage' },
  asCause: { words: 'a new seller is there' },
  settings: z.object({ whitelist: whitelistSetting, messagesWhenCrowded: z._default(z.boolean(), false) }),
  panel: {
    whitelist: {
      label: 'Whitelist',
      help: 'Sellers who may sell your products without an alert, per marketplace',
      widget: 'whitelist',
    },
    messagesWhenCrowded: {
      label: 'Messages about crowded listings',
      help: `Otherwise a seller who joins ${crowd} others or more is only shown here and in the digest, unless the listing was yours alone`,
      widget: 'toggle',
    },
  },
  memory,
  judge({ now, settings, memory: before, item, product, sellerNames }) {
    const offers = foldOffers(now.offers, product.sellerKeys);
    if (!offers) return null;
    const allowed = whitelistedIn(settings.whitelist, product.marketplace);
    if (!before) {
      const baseline = {
        // Sellers on the whitelist are known too: when users remove one from the whitelist later, that seller is not
        // new.
        known: offers.others.map(({ sellerId }) => sellerId),
        newcomers: [],
        totalOffers: offers.totalOffers,
        wasPart: offers.isTruncated,
      };
      return { verdict: 'ok', text: null, about: null, memory: baseline };
    }
    const strangers = offers.others.map((other) => other.sellerId).filter((sellerId) => !allowed.has(sellerId));
    const earlier = { ...before, newcomers: before.newcomers.filter((sellerId) => !allowed.has(sellerId)) };
    // After an answer that lists only some offers, sellers in the first complete answer may have been there all the
    // time.
    const isPart = offers.isTruncated || before.wasPart;
    const judged = isPart ? fromPart(earlier, strangers, offers) : fromWhole(earlier, strangers);
    const next = { ...judged, wasPart: offers.isTruncated };
    if (next.newcomers.length === 0) {
      const totalOffers = offers.totalOffers ?? next.totalOffers;
      const isAllowed = before.newcomers.some((sellerId) => allowed.has(sellerId));
      const ended = isAllowed ? 'No new seller is left who is not on your whitelist' : 'No new seller is left';
      const text = (item?.status ?? 0) > 0 ? ended : null;
      return { verdict: 'ok', text, about: null, memory: { ...next, totalOffers } };
    }
    const isCrowded = !settings.messagesWhenCrowded && isCrowdJoined({ before, next, offers, allowed });
    const isFewer = next.newcomers.every((sellerId) => before.newcomers.includes(sellerId));
    return {
      verdict: 'alert',
      ...describe({ ...next, strangers, offers, marketplace: product.marketplace, sellerNames }),
      isFewer,
      worth: isCrowded ? { sends: 'nothing', because: `${crowd} others or more sell it already` } : null,
      memory: next,
    };
  },
});

interface Joining {
  readonly before: Memory;
  readonly next: Memory;
  readonly offers: ProductOffers;
  /** The sellers on the whitelist. */
  readonly allowed: ReadonlySet<string>;
}

/**
 * Returns whether new sellers have joined a crowded listing. A listing that the seller had alone when the watch began,
 * apart from the whitelist, is never crowded, because each new seller matters there.
 */
function isCrowdJoined({ before, next, offers, allowed }: Joining): boolean {
  const present = new Set([...offers.others.map(({ sellerId }) => sellerId), ...next.newcomers]);
  const joined = next.newcomers.filter((sellerId) => !before.newcomers.includes(sellerId));
  return before.known.some((sellerId) => !allowed.has(sellerId)) && present.size - joined.length >= crowd;
}

function fromWhole(before: Memory, strangers: readonly string[]): Memory {
  return { ...before, newcomers: strangers.filter((sellerId) => !before.known.includes(sellerId)) };
}

/**
 * Updates the memory from a partial list. The marketplace shows only the cheapest offers of a long list, so a seller
 * who appears may have been there before, and one who disappears may still be there. Therefore at most as many sellers
 * count as new as the number of offers has grown by: the cheapest unknown ones, because sellers who join a long list
 * usually undercut it.
 */
function fromPart(before: Memory, strangers: readonly string[], offers: ProductOffers): Memory {
  const grownBy = (offers.totalOffers ?? 0) - (before.totalOffers ?? offers.totalOffers ?? 0);
  const listed = before.newcomers.filter((sellerId) => strangers.includes(sellerId));
  // In a complete answer, a new seller who is missing has left. In a truncated answer, the offer may only be hidden.
  const hidden = offers.isTruncated ? before.newcomers.filter((sellerId) => !strangers.includes(sellerId)) : [];
  const unseen = sortByPrice(strangers, offers).filter(
    (sellerId) => ![...before.known, ...before.newcomers].includes(sellerId),
  );
  const room = Math.max(0, grownBy - before.newcomers.length);
  const present = [...listed, ...unseen.slice(0, room)];
  return {
    ...before,
    newcomers: [...present, ...(present.length < grownBy ? hidden : [])].toSorted(),
    known: [...before.known, ...unseen.slice(room)].toSorted(),
  };
}

/** Sorts sellers by their lowest price; those without a price come last. */
function sortByPrice(sellerIds: readonly string[], { others }: ProductOffers): string[] {
  const cents = new Map(others.map(({ sellerId, price }) => [sellerId, price?.cents ?? Number.MAX_SAFE_INTEGER]));
  return sellerIds.toSorted((a, b) => (cents.get(a) ?? 0) - (cents.get(b) ?? 0));
}

interface Arrival extends Pick<Memory, 'newcomers'> {
  readonly strangers: readonly string[];
  readonly offers: ProductOffers;
  readonly marketplace: string;
  readonly sellerNames: ReadonlyMap<string, string>;
}

function describe({ newcomers, strangers, offers, marketplace, sellerNames }: Arrival) {
  const prices = new Map(offers.others.map((other) => [other.sellerId, other.price]));
  const now = new Set([...strangers, ...newcomers]).size;
  const ids = newcomers.join(', ');
  const names = newcomers.map((sellerId) => sellerNames.get(sellerId) ?? sellerId).join(', ');
  return {
    text:
      newcomers.length === 1
        ? `Seller ${names} now sells this product too`
        : `${newcomers.length} new sellers now sell this product too: ${names}`,
    from: otherSellers(now - newcomers.length),
    to: otherSellers(now),
    about: ids,
    cause: `seller ${ids}`,
    evidence: [
      ...newcomers.map((sellerId) => {
        const price = prices.get(sellerId);
        return sellerLine(sellerId, sellerNames.get(sellerId), price ? moneyIn(marketplace, price) : 'price not told');
      }),
      ...(offers.totalOffers === null ? [] : [{ label: 'Offers', value: String(offers.totalOffers) }]),
    ],
  };
}

const otherSellers = (count: number): string => (count === 1 ? '1 other seller' : `${count} other sellers`);
