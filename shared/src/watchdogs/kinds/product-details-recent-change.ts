import { hourMs } from '../../base/time.ts';
import * as z from 'zod/mini';
import { moneyIn } from '../../base/money.ts';
import { defineWatchdog } from '../model/define.ts';
import type { WithSku, CatalogFacts, FeesFacts, Facts } from '../facts/observations.ts';
import { followPrices, knownPrices, ownPrices, ownPricesOf } from '../facts/own-prices.ts';
import { firstWindowEnd } from '../kind-parts/news-window.ts';
import { followChanges, forgetValues, recentChanges, type SeenValues } from '../kind-parts/recent-changes.ts';
import { changesLeft, changesVerdict } from '../kind-parts/changes-verdict.ts';

/** Fees are estimated once a day, so the alert for a new package size waits this many hours for the new fee. */
const FEE_HOURS = 26;
const PACKAGE = 'package dimensions';
const OWN_PRICE = 'own price';
const subject = 'the product page';

const memory = z.extend(recentChanges, {
  /** The highest fee for one unit, in cents, when the present package size was accepted. */
  feeCents: z.nullable(z.int()),
  /** When the fee last changed. A package size that changes within `FEE_HOURS` after it may be the reason. */
  feeMovedAt: z._default(z.nullable(z.iso.datetime()), null),
  /** A new package size that is not reported yet, because its fee is not known yet. */
  heldBack: z.nullable(z.object({ value: z.string(), until: z.iso.datetime() })),
  parentAsin: z.nullable(z.string()),
  /** The prices of our SKUs; null while the setting that watches them is off. */
  prices: z._default(z.nullable(ownPrices), null),
});
type Memory = z.output<typeof memory>;

const settings = z.object({
  skipPackageDimensionChangeIfNoFeeChange: z._default(z.boolean(), false),
  alertForParentChanges: z._default(z.boolean(), false),
  alertForOwnOfferPriceChanges: z._default(z.boolean(), false),
});
type Settings = z.output<typeof settings>;

export default defineWatchdog({
  type: 'productDetailsRecentChange',
  title: 'Product Details Change',
  headline: 'Product details changed',
  about:
    'Watches what customers read on the product page: title, brand, bullet points, description, further details and the size of the package. Alerts when something changes, for 7 days or until it is taken back.',
  family: 'Listing',
  icon: 'file-diff',
  everyMinutes: 30,
  reads: ['catalog'],
  consults: ['parent', 'offers', 'fees'],
  colours: ['RED'],
  costs: null,
  nextSteps: [
    'Was it you? Then mark it as done',
    'Otherwise upload your own text again',
    'It keeps changing: ask for brand protection in Brand Registry',
  ],
  action: { label: 'See the page', place: 'productPage' },
  asCause: { words: 'the product details changed' },
  settings,
  panel: {
    skipPackageDimensionChangeIfNoFeeChange: {
      label: 'Skip a change of package dimensions if the fee does not change',
      help: 'A new size waits about a day for the fee that may come of it',
      widget: 'toggle',
    },
    alertForParentChanges: { label: 'Alert for changes of the parent product', widget: 'toggle' },
    alertForOwnOfferPriceChanges: { label: 'Alert for changes of the price of your own offer', widget: 'toggle' },
  },
  memory,
  judge({ now, settings: wanted, memory: before, item, product, at }) {
    const { title, attributes } = now.catalog;
    // An answer with neither a title nor attributes is empty. It does not prove that the page is empty.
    if (title === null && attributes === null) return null;
    const feeCents = highestFee(now.fees);
    const price = wanted.alertForOwnOfferPriceChanges ? followPrice(before, now.offers, product.marketplace) : unpriced;
    const known = before && withValues(forgetUnwatched(before, wanted, now.parent?.asin ?? null), price.former);
    const packaging = followPackage({ known, value: now.catalog.packageDimensions, feeCents, at }, wanted);
    const seen: SeenValues = {
      ...detailsOf(now.catalog),
      ...(packaging.seen !== null && { [PACKAGE]: packaging.seen }),
      ...(wanted.alertForParentChanges && now.parent && parentDetails(now.parent)),
      ...price.seen,
    };
    const next = followChanges(known, {
      seen: { ...goneDetails(known, attributes), ...seen },
      at,
      isNews: isNewDetail(known),
    });
    const accepted = packaging.silently === undefined ? next : withValues(next, { [PACKAGE]: packaging.silently });
    const { heldBack } = packaging;
    const againAt = earliest(firstWindowEnd(accepted.changes), heldBack && new Date(heldBack.until));
    return {
      ...changesVerdict({ before, next: accepted, item, subject }),
      memory: {
        ...accepted,
        feeCents: heldBack ? (known?.feeCents ?? feeCents) : feeCents,
        feeMovedAt: isOtherFee(known, feeCents) ? at.toISOString() : (known?.feeMovedAt ?? null),
        heldBack,
        parentAsin: now.parent?.asin ?? before?.parentAsin ?? null,
        prices: price.prices,
      },
      againAt,
    };
  },
  judgeWithoutFacts(left) {
    const { memory: before, settings: wanted } = left;
    // While the setting is off, no prices are remembered. Otherwise an old change would be news when the setting is on
    // again.
    const prices = wanted.alertForOwnOfferPriceChanges ? before.prices : null;
    return changesLeft({ ...left, memory: { ...before, prices } }, { subject, isUnwatched: isUnwatched(wanted) });
  },
});

const isUnwatched =
  (wanted: Settings) =>
  (name: string): boolean =>
    (isOfParent(name) && !wanted.alertForParentChanges) || (name === OWN_PRICE && !wanted.alertForOwnOfferPriceChanges);

const isOfParent = (name: string): boolean => name.startsWith('parent ');

function detailsOf({ title, brand, attributes }: CatalogFacts): SeenValues {
  return {
    ...(title !== null && { title }),
    ...(brand !== null && { brand }),
    // Title and brand are also among the attributes. They are left out there, so that a change is reported once.
    ...readable(attributes, ['item_name', 'brand']),
  };
}

const isAttribute = (name: string): boolean =>
  ![PACKAGE, OWN_PRICE, 'title', 'brand'].includes(name) && !isOfParent(name);

/**
 * Returns the attributes that are gone. An answer contains all attributes or none, so an attribute that is missing
 * among others is gone. An attribute without a readable value keeps its known value.
 */
const goneDetails = (known: Memory | null, attributes: CatalogFacts['attributes']): SeenValues =>
  Object.fromEntries(
    attributes === null
      ? []
      : Object.keys(known?.values ?? {}).flatMap((name) =>
          isAttribute(name) && attributes[name] !== null ? [[name, null]] : [],
        ),
  );

/** Returns whether an attribute that was never seen counts as new: it does if any attribute was known before. */
const isNewDetail =
  (known: Memory | null) =>
  (name: string): boolean =>
    isAttribute(name) && Object.keys(known?.values ?? {}).some(isAttribute);

const parentDetails = ({ title, attributes }: NonNullable<Facts['parent']>): SeenValues =>
  Object.fromEntries(
    Object.entries({ ...(title !== null && { title }), ...readable(attributes, ['item_name']) }).map(
      ([name, value]) => [`parent ${name}`, value],
    ),
  );

/** Returns the attributes with a readable value, except those in `without`. */
const readable = (attributes: CatalogFacts['attributes'], without: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes ?? {}).flatMap(([name, value]) =>
      value === null || without.includes(name) ? [] : [[name, value]],
    ),
  );

interface FollowedPrice {
  /**
   * The price before this look. If the lowest price changes only because another SKU has become the cheapest, `former`
   * already has the new lowest price, so that this counts as no change.
   */
  readonly former: Readonly<Record<string, string>>;
  readonly seen: SeenValues;
  readonly prices: Memory['prices'];
}

const unpriced: FollowedPrice = { former: {}, seen: {}, prices: null };

function followPrice(before: Memory | null, offers: Facts['offers'] | undefined, marketplace: string): FollowedPrice {
  const now = ownPricesOf(offers ?? []);
  const [lowest] = now.prices;
  if (!lowest) return { ...unpriced, prices: before?.prices ?? null };
  const shown = (cents: number): string => moneyIn(marketplace, { ...lowest, cents });
  const seen = { [OWN_PRICE]: shown(lowest.cents) };
  if (!before?.prices) return { former: {}, seen, prices: knownPrices(now) };
  const { known, move } = followPrices(before.prices, now);
  if (!move) {
    // As long as the price that changed last is one of ours, it stays the shown price, so that a look without a change
    // alters nothing.
    const shownLast = before.values[OWN_PRICE];
    const isOurs = now.prices.some(({ cents }) => shown(cents) === shownLast);
    const same = isOurs && shownLast !== undefined ? { [OWN_PRICE]: shownLast } : seen;
    return { former: same, seen: same, prices: known };
  }
  return { former: { [OWN_PRICE]: shown(move.from) }, seen: { [OWN_PRICE]: shown(move.to) }, prices: known };
}

/**
 * Drops the values whose setting is off, and those of a former parent, which must not be compared with those of the new
 * parent.
 */
function forgetUnwatched(before: Memory, wanted: Settings, parentAsin: string | null): Memory {
  const isOtherParent = parentAsin !== null && before.parentAsin !== null && parentAsin !== before.parentAsin;
  const isOff = isUnwatched(wanted);
  return { ...before, ...forgetValues(before, (name) => isOff(name) || (isOfParent(name) && isOtherParent)) };
}

interface Packaging {
  readonly known: Memory | null;
  readonly value: string | null;
  readonly feeCents: number | null;
  readonly at: Date;
}

/**
 * The decision about an observed package size. A new size is reported when its fee has changed. If the fee is still the
 * same after `FEE_HOURS`, the size is accepted without an alert.
 */
interface SeenPackage {
  readonly seen: string | null;
  readonly heldBack: Memory['heldBack'];
  /** A new size that becomes the accepted one without being reported. */
  readonly silently?: string;
}

/** If only one of two answers contains the weight, packages with the same sides count as the same package. */
function followPackage(packaging: Packaging, settingsOf: Settings): SeenPackage {
  const { known, value } = packaging;
  const accepted = known?.values[PACKAGE] ?? null;
  if (value !== null && accepted?.startsWith(`${value}, `)) return { seen: accepted, heldBack: null };
  if (accepted !== null && value?.startsWith(`${accepted}, `)) return { seen: null, heldBack: null, silently: value };
  if (settingsOf.skipPackageDimensionChangeIfNoFeeChange) return waitForFee(packaging);
  return { seen: value, heldBack: null };
}

function waitForFee({ known, value, feeCents, at }: Packaging): SeenPackage {
  const accepted = known?.values[PACKAGE];
  if (value === null) return { seen: null, heldBack: known?.heldBack ?? null };
  if (known === null || accepted === undefined || value === accepted) return { seen: value, heldBack: null };
  const hasJustMoved = known.feeMovedAt !== null && at < later(new Date(known.feeMovedAt));
  if (hasJustMoved || isOtherFee(known, feeCents)) return { seen: value, heldBack: null };
  const isHeld = known.heldBack?.value === value;
  const until = isHeld && known.heldBack ? known.heldBack.until : later(at).toISOString();
  if (at.toISOString() >= until) return { seen: null, heldBack: null, silently: value };
  return { seen: null, heldBack: { value, until } };
}

const isOtherFee = (known: Memory | null, feeCents: number | null): boolean =>
  known !== null && known.feeCents !== null && feeCents !== null && feeCents !== known.feeCents;

const later = (at: Date): Date => new Date(at.getTime() + FEE_HOURS * hourMs);

const withValues = <Known extends Pick<Memory, 'values' | 'changes'>>(
  known: Known,
  values: Readonly<Record<string, string>>,
): Known => ({ ...known, values: { ...known.values, ...values } });

/** Returns the highest FBA fee over all listings; `null` if no fee is known. */
function highestFee(fees: readonly WithSku<FeesFacts>[] | undefined): number | null {
  const known = (fees ?? []).flatMap(({ fba }) => (fba ? [fba.cents] : []));
  return known.length === 0 ? null : Math.max(...known);
}

const earliest = (...instants: readonly (Date | null)[]): Date | null =>
  instants.filter((instant) => instant !== null).toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
