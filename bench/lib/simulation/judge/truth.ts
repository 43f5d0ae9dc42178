/**
 * The rules of an alert by the specification, as plainly as possible: how an item must stand, given all that has
 * happened at the marketplace. Written without the product's code, and slow.
 */

export interface SkuPrice {
  readonly sku: string;
  readonly cents: number;
}

/** The state of one product at one time as anybody could see it at the marketplace. */
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
  /** SKUs that customers can buy and cannot find. */
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
  /** The standing by the rules; `null` where the rules say nothing, so that the item stays as it was. */
  readonly standing: Standing | null;
  /** The subject; another one while the item is red is another alert. */
  readonly subject: string;
  /** Something has become better, rather than that a time has run out. */
  readonly isBetter?: boolean;
  /** The colour has changed, or the subject has gained a part: a further seller is news, a seller less is not. */
  readonly isNews?: boolean;
  /** The marketplace announces no offers of products that we do not offer: only a rare check finds the change. */
  readonly isUnannounced?: boolean;
  /** A seller joins three others or more on a listing that was shared from the beginning: shown, and not mailed. */
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

/** The rules that depend on the scenes so far alone. */
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

/** How one item must stand from when on. */
export function truthsOf(kind: string, scenes: readonly Scene[], until: number): readonly Truth[] {
  return changesIn(kind, scenes, until).map((truth, index, all) => {
    const scene = scenes.findLast(({ at }) => at <= truth.at);
    const before = all[index - 1];
    const known = before?.subject.split(' ') ?? [];
    const joined = truth.subject.split(' ').filter((part) => !known.includes(part));
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

function changesIn(kind: string, scenes: readonly Scene[], until: number): readonly Truth[] {
  if (kind === 'price') return pricesOf(scenes, until);
  const rule = rules[kind];
  if (!rule) throw new Error(`No rule for ${kind}`);
  return changesOf(scenes.map((scene, index) => ({ at: scene.at, ...rule(scenes.slice(0, index + 1)) })));
}

/**
 * A fall by a tenth or more is red and a smaller one orange, for seven days. Falls of one SKU during that time add up
 * from the price before the first of them. A rise ends it. A rise from the normal price that is taken back within seven
 * days is no change.
 */
function pricesOf(scenes: readonly Scene[], until: number): readonly Truth[] {
  const truths: Truth[] = [];
  let fall = null as PriceMove | null;
  let endsAt = 0;
  let rise = { from: 0, endsAt: 0, isRecovery: false };
  const end = (): void => {
    if (fall) truths.push({ at: endsAt, ...green });
    fall = null;
  };
  for (const { at, move } of movesOf(scenes)) {
    if (at >= endsAt) end();
    const hasRisen = at < rise.endsAt;
    if (!move) {
      truths.push({ at, ...green });
    } else if (hasRisen && !rise.isRecovery && move.to === rise.from) {
      rise = { ...rise, endsAt: 0 };
    } else if (move.to < move.from) {
      rise = { ...rise, endsAt: 0 };
      fall = { from: fall?.to === move.from ? fall.from : move.from, to: move.to };
      endsAt = at + newsForMs;
      const isLarge = (fall.from - fall.to) / fall.from >= 0.1;
      truths.push({ at, standing: isLarge ? 'red' : 'orange', subject: String(fall.to) });
    } else {
      rise = { from: move.from, endsAt: at + newsForMs, isRecovery: fall !== null || (hasRisen && rise.isRecovery) };
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
 * The changes of our lowest price by a SKU whose price moved, also while it could not be bought. A SKU that is gone or
 * is back at its price moves nothing. The first prices are no move.
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
