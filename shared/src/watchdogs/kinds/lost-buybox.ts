import * as z from 'zod/mini';
import { moneyIn, type Money } from '../../base/money.ts';
import { defineWatchdog } from '../model/define.ts';
import { foldOffers, type BuyBox, type LandedPrice, type ProductOffers } from '../facts/fold-offers.ts';
import { sellerLine, whitelistedIn, whitelistSetting } from '../kind-parts/whitelist.ts';

const memory = z.object({
  /** Whether the buy box was ours just before the present loss. */
  hadBuyBox: z.boolean(),
  /**
   * The name of the rival who had it just before the present one, or the id if no name was known; `null` if no rival did.
   * The name is kept, because those of rivals who have left are not loaded for later verdicts.
   */
  formerRival: z._default(z.nullable(z.string()), null),
  /** The seller on the whitelist who has the buy box; `null` if no such seller has it. */
  allowedHolder: z._default(z.nullable(z.string()), null),
});
/** The subject of a loss when the marketplace does not name the winner. */
const UNNAMED = 'unknown';
const noRival = { formerRival: null, allowedHolder: null };
type LostBuyBox = Extract<BuyBox, { holder: 'other' }>;

export default defineWatchdog({
  type: 'lostBuybox',
  title: 'Lost Buy Box',
  headline: 'Buy box lost',
  about:
    'Watches who has the buy box while you have an offer of your own in new condition. Alerts when another seller has it, and tells you when it is yours again. Sellers on your whitelist raise no alert. Nobody having the buy box is not a loss to somebody.',
  family: 'Offers',
  icon: 'shopping-cart-x',
  everyMinutes: 30,
  reads: ['offers'],
  colours: ['RED', 'GREEN'],
  costs: { alert: { low: 0.85, high: 1 }, wastesAdvertising: true },
  nextSteps: [
    'Open the offers and see who has the buy box, and at what price',
    'Match the price if it pays, or check that your offer is Prime and in stock',
    'A seller you do not know: buy one unit, and report it if it is not yours',
  ],
  action: { label: 'See offers', place: 'offersPage' },
  causedBy: { kinds: ['noAddToCart', 'numberOfSellers', 'inventory', 'fbmInventory'], withinHours: 72 },
  asCause: { words: 'the buy box is lost' },
  settings: z.object({ whitelist: whitelistSetting }),
  panel: {
    whitelist: {
      label: 'Whitelist',
      help: 'Sellers who may have the buy box without an alert, per marketplace',
      widget: 'whitelist',
    },
  },
  memory,
  judge({ now, settings, memory: before, item, product, sellerNames }) {
    const offers = foldOffers(now.offers, product.sellerKeys);
    if (!offers) return null;
    const { buyBox } = offers;
    const texts = textsIn(product.marketplace, sellerNames);
    if (buyBox.holder === 'unknown') return null;
    const wasLost = (item?.status ?? 0) > 0;
    if (buyBox.holder === 'us') {
      const news = wasLost ? describeWonBack(offers, item?.about ?? null, texts) : { text: null };
      const cause = causeOf(item?.about ?? null);
      return {
        verdict: wasLost ? 'improved' : 'ok',
        ...news,
        about: null,
        cause,
        memory: { hadBuyBox: true, ...noRival },
      };
    }
    if (buyBox.holder !== 'other') {
      const hadBuyBox = !wasLost && (before?.hadBuyBox ?? false);
      const text = wasLost ? noLoss[buyBox.holder] : null;
      return { verdict: 'ok', text, about: null, memory: { hadBuyBox, ...noRival } };
    }
    const rival = wasLost ? (item?.about ?? null) : null;
    // An answer that does not name the winner does not say that there is another one than before.
    const about = buyBox.sellerId ?? rival ?? before?.allowedHolder ?? UNNAMED;
    if (whitelistedIn(settings.whitelist, product.marketplace).has(about)) {
      const text = wasLost ? 'A seller on your whitelist has the buy box now' : null;
      return { verdict: 'ok', text, about: null, memory: { hadBuyBox: false, ...noRival, allowedHolder: about } };
    }
    const isSameLoss = rival === null || rival === about;
    const remembered = isSameLoss
      ? { ...noRival, hadBuyBox: before?.hadBuyBox ?? false, formerRival: before?.formerRival ?? null }
      : { ...noRival, hadBuyBox: false, formerRival: isNamed(rival) && isNamed(about) ? texts.nameOf(rival) : null };
    const lost = describeLost({ offers, lost: buyBox, ...remembered }, texts);
    // The name of a winner who was not named before is no news, because it may be the same one.
    const isFewer = rival === UNNAMED;
    return { verdict: 'alert', ...lost, about, isFewer, cause: causeOf(about), memory: remembered };
  },
});

/** Whether the answer names the winner. An unnamed winner may be the rival that an earlier or later answer names. */
const isNamed = (about: string): boolean => about !== UNNAMED;

/**
 * Returns the cause of a loss. Losses with the same cause become one incident, so one seller who takes many buy boxes
 * is one.
 */
const causeOf = (sellerId: string | null): string | null =>
  sellerId === null ? null : sellerId === UNNAMED ? 'an unnamed seller' : `seller ${sellerId}`;

const noLoss = {
  nobody: 'Nobody has the buy box now',
  notOffered: 'You have no offer now that could have the buy box',
};

function describeWonBack({ ownLanded }: ProductOffers, about: string | null, { ours, nameOf }: Texts) {
  return {
    text: `You have the buy box again${ours(ownLanded)}`,
    from: about === UNNAMED ? 'Another seller' : about && nameOf(about),
    to: `You${ours(ownLanded)}`,
  };
}

interface Loss {
  readonly offers: ProductOffers;
  readonly lost: LostBuyBox;
  readonly hadBuyBox: boolean;
  readonly formerRival: string | null;
}

function describeLost({ offers, lost, hadBuyBox, formerRival }: Loss, { at, ours, shown, nameOf, line }: Texts) {
  const us = `you${ours(offers.ownLanded)}`;
  const them = `${lost.sellerId ? `seller ${nameOf(lost.sellerId)}` : 'another seller'}${at(lost.price)}`;
  const text = hadBuyBox
    ? `The buy box went from ${us} to ${them}`
    : formerRival === null
      ? `The buy box is with ${them}, not with ${us}`
      : `The buy box went from seller ${formerRival} to ${them}, not to ${us}`;
  return {
    text,
    from: hadBuyBox ? `You${ours(offers.ownLanded)}` : formerRival,
    to: `${lost.sellerId ? nameOf(lost.sellerId) : 'Another seller'}${at(lost.price)}`,
    evidence: [
      { label: 'Your price', value: `${shown(offers.ownLanded)}${withShipping(offers.ownLanded)}` },
      { label: 'Buy box price', value: shown(lost.price) },
      { label: 'Offers', value: String(offers.totalOffers ?? 'not told') },
      ...(lost.sellerId ? [line(lost.sellerId, 'has the buy box')] : []),
    ],
  };
}

const withShipping = (price: LandedPrice | null): string => (price && price.shippingCents > 0 ? ' with shipping' : '');

type Texts = ReturnType<typeof textsIn>;
const textsIn = (marketplace: string, sellerNames: ReadonlyMap<string, string>) => ({
  nameOf: (sellerId: string): string => sellerNames.get(sellerId) ?? sellerId,
  line: (sellerId: string, value: string) => sellerLine(sellerId, sellerNames.get(sellerId), value),
  at: (price: Money | null): string => (price ? ` at ${moneyIn(marketplace, price)}` : ''),
  ours: (price: LandedPrice | null): string =>
    price ? ` at ${moneyIn(marketplace, price)}${withShipping(price)}` : '',
  shown: (price: Money | null): string => (price ? moneyIn(marketplace, price) : 'not told'),
});
