/**
 * The rules of alerts by the specification, as plainly as possible: the state that an item must have, given everything
 * that has happened at the marketplace. This file uses no code of the product and does not need to be fast.
 */

interface SkuPrice {
  readonly sku: string;
  readonly cents: number;
}

/** The state of one product at one time, as anybody could see it at the marketplace. */
export interface Scene {
  readonly at: number;
  /** Whether a SKU of ours can be bought. */
  readonly isOffered: boolean;
  /** The holder of the buy box; `null` if nobody has the buy box. */
  readonly buyBoxHolder: string | null;
  readonly ourId: string;
  readonly otherSellers: readonly string[];
  /** The prices of our SKUs that can be bought. */
  readonly prices: readonly SkuPrice[];
  readonly suspendedSkus: readonly string[];
  /** SKUs that customers can buy but cannot find in the search. */
  readonly hiddenSkus: readonly string[];
  readonly hasMainImage: boolean;
  /** Whether an offer of ours has Prime. */
  readonly hasPrime: boolean;
  /** The units that the marketplace stores for us; `null` if the marketplace ships none of our SKUs. */
  readonly unitsAtMarketplace: number | null;
  /** The units that we store ourselves; `null` if we ship none of our SKUs. */
  readonly unitsOfOurOwn: number | null;
}

export type Standing = 'green' | 'orange' | 'red';

export interface Truth {
  readonly at: number;
  /** The status that the rules require; `null` if the rules say nothing, so that the item keeps its status. */
  readonly standing: Standing | null;
  /** The subject. While the item is red, another subject is another alert. */
  readonly subject: string;
  /** For the end of a window, the instant of the change whose window ends. */
  readonly windowSince?: number;
  /** Whether something has become better; false if an item turns green only because a time has ended. */
  readonly isBetter?: boolean;
  /**
   * Whether the change is news: the colour has changed, or the subject has gained a part. A further seller is news, a
   * seller less is not.
   */
  readonly isNews?: boolean;
  /**
   * Whether only a rare check finds the change, because the marketplace announces no offers of products that we do not
   * offer.
   */
  readonly isUnannounced?: boolean;
  /**
   * Whether a seller joins at least three others on a listing that was shared from the beginning. The item changes, but
   * no mail is sent.
   */
  readonly isCrowded?: boolean;
}

const dayMs = 86_400_000;
const newsForMs = 7 * dayMs;
const crowd = 3;
const green = { standing: 'green', subject: '' } as const;
const better = { standing: 'green', subject: '', isBetter: true } as const;
const red = (subject = ''): Omit<Truth, 'at'> => ({ standing: 'red', subject });

type Rule = (scenes: readonly Scene[]) => Omit<Truth, 'at'>;

const lastOf = (scenes: readonly Scene[]): Scene => {
  const last = scenes.at(-1);
  if (!last) throw new Error('There is a first scene');
  return last;
};

/** The rules that depend only on the scenes so far. */
const rules: Readonly<Record<string, Rule>> = {
  lostBuybox(scenes) {
    const { isOffered, buyBoxHolder, ourId } = lastOf(scenes);
    return isOffered && buyBoxHolder !== null && buyBoxHolder !== ourId
      ? red(buyBoxHolder)
      : buyBoxHolder === ourId && isOffered
        ? better
        : green;
  },
  noAddToCart(scenes) {
    const { isOffered, buyBoxHolder } = lastOf(scenes);
    return isOffered && buyBoxHolder === null ? red() : isOffered ? better : green;
  },
  numberOfSellers(scenes) {
    const atFirst = scenes[0]?.otherSellers ?? [];
    const newcomers = lastOf(scenes).otherSellers.filter((seller) => !atFirst.includes(seller));
    return newcomers.length > 0 ? red(newcomers.toSorted().join(' ')) : green;
  },
  listingSuspended(scenes) {
    const { suspendedSkus } = lastOf(scenes);
    return suspendedSkus.length > 0 ? red(suspendedSkus.join(' ')) : green;
  },
  searchBan(scenes) {
    const { hiddenSkus, isOffered } = lastOf(scenes);
    if (hiddenSkus.length > 0) return red(hiddenSkus.join(' '));
    return isOffered ? better : green;
  },
  imageMissing: (scenes) => (lastOf(scenes).hasMainImage ? green : red()),
  prime(scenes) {
    const { isOffered, hasPrime } = lastOf(scenes);
    if (!isOffered) return { standing: null, subject: '' };
    return !hasPrime && scenes.some((scene) => scene.hasPrime) ? red() : green;
  },
  inventory: (scenes) => (lastOf(scenes).unitsAtMarketplace === 0 ? red() : better),
  fbmInventory: (scenes) => (lastOf(scenes).unitsOfOurOwn === 0 ? red() : better),
};

export const judgedKinds = [...Object.keys(rules), 'price'] as const;

const kindsOfOffers: readonly string[] = ['lostBuybox', 'noAddToCart', 'numberOfSellers', 'price', 'prime'];

/** Returns the states that one item must have, each with the instant from which it applies. */
export function truthsOf(kind: string, scenes: readonly Scene[], until: number): readonly Truth[] {
  return changesIn(kind, scenes, until).map((truth, index, all) => {
    const scene = scenes.findLast(({ at }) => at <= truth.at);
    const before = all[index - 1];
    const known = partsOf(before?.subject ?? '');
    const joined = partsOf(truth.subject).filter((part) => !known.includes(part));
    const isNews = truth.standing !== before?.standing || joined.length > 0;
    const isShared = kind === 'numberOfSellers' && scenes[0]?.otherSellers.length !== 0;
    return {
      ...truth,
      isNews,
      isUnannounced: kindsOfOffers.includes(kind) && scene?.isOffered === false,
      isCrowded: isShared && (scene?.otherSellers.length ?? 0) - joined.length >= crowd,
    };
  });
}

const partsOf = (subject: string): readonly string[] => subject.split(' ').filter((part) => part !== '');

function changesIn(kind: string, scenes: readonly Scene[], until: number): readonly Truth[] {
  if (kind === 'price') return pricesOf(scenes, until);
  const rule = rules[kind];
  if (!rule) throw new Error(`No rule for ${kind}`);
  return changesOf(scenes.map((scene, index) => ({ at: scene.at, ...rule(scenes.slice(0, index + 1)) })));
}

/**
 * Returns the states of the price item. A fall by a tenth or more is red and a smaller one orange, for seven days.
 * Falls of one SKU during that time add up from the price before the first of them. A rise ends the fall. A rise from
 * the normal price that is taken back within seven days is no change; another rise after that is news again. Another
 * SKU that falls from a price of its own takes no rise back.
 */
function pricesOf(scenes: readonly Scene[], until: number): readonly Truth[] {
  const truths: Truth[] = [];
  let fall = null as PriceMove | null;
  let endsAt = 0;
  let rise = { from: 0, to: 0, endsAt: 0, isRecovery: false };
  const end = (): void => {
    if (fall) truths.push({ at: endsAt, ...green, windowSince: endsAt - newsForMs });
    fall = null;
  };
  for (const { at, move } of movesOf(scenes)) {
    if (at >= endsAt) end();
    const hasRisen = at < rise.endsAt;
    if (!move) {
      truths.push({ at, ...green });
    } else if (hasRisen && !rise.isRecovery && move.from === rise.to && move.to === rise.from) {
      rise = { ...rise, endsAt: 0 };
      truths.push({ at, ...green });
    } else if (move.to < move.from) {
      rise = { ...rise, endsAt: 0 };
      fall = { from: fall?.to === move.from ? fall.from : move.from, to: move.to };
      endsAt = at + newsForMs;
      const isLarge = (fall.from - fall.to) / fall.from >= 0.1;
      truths.push({ at, standing: isLarge ? 'red' : 'orange', subject: String(fall.to) });
    } else {
      const isRecovery = fall !== null || (hasRisen && rise.isRecovery);
      rise = { ...move, endsAt: at + newsForMs, isRecovery };
      fall = null;
      truths.push({ at, standing: 'green', subject: String(move.to), isBetter: true });
    }
  }
  if (until >= endsAt) end();
  return changesOf(truths);
}

interface PriceMove {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the changes of our lowest price that a SKU with a changed price has caused, even if the price changed while
 * the SKU could not be bought. A SKU that disappears, or that returns with its old price, causes no change. The first
 * prices are no change.
 */
function movesOf(scenes: readonly Scene[]): readonly { readonly at: number; readonly move: PriceMove | null }[] {
  const known = new Map<string, number>();
  const moves: { at: number; move: PriceMove | null }[] = [];
  let lowestBefore: number | null = null;
  for (const { at, prices } of scenes) {
    if (prices.length === 0) continue;
    const lowest = Math.min(...prices.map(({ cents }) => cents));
    const ofSkus = prices.map(({ sku, cents }) => ({ from: known.get(sku) ?? cents, to: cents }));
    const fall = ofSkus.find(({ from, to }) => to < from && to === lowest);
    const rise = ofSkus.find(({ from, to }) => to > from && from === lowestBefore);
    const move = fall ?? rise ?? null;
    if (move || lowestBefore === null) moves.push({ at, move });
    for (const { sku, cents } of prices) known.set(sku, cents);
    lowestBefore = lowest;
  }
  return moves;
}

const changesOf = (truths: readonly Truth[]): readonly Truth[] =>
  truths.filter((truth, index) => {
    const last = truths[index - 1];
    return last?.standing !== truth.standing || last.subject !== truth.subject;
  });
