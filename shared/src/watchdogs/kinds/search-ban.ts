import * as z from 'zod/mini';
import { defineWatchdog } from '../model/define.ts';
import type { WithSku, Facts, ListingFacts } from '../facts/observations.ts';
import { reasonOf, reasonsEvidence, reasonsText, shortReason } from '../kind-parts/reason-words.ts';

const hidden = z.object({ sku: z.string(), reason: z.string() });
/** The hidden listings. `wasFound` is true if no listing was hidden at the look before the first of them was. */
const memory = z.object({ hidden: z.array(hidden), wasFound: z.optional(z.boolean()) });
type HiddenListing = z.output<typeof hidden>;

const FOUND = 'Found by search';
const HIDDEN = 'Hidden from search';

/** The state of one SKU: hidden for a reason (`null` when none was given), found, off sale, or unknown. */
type State = { readonly reason: string | null } | 'found' | 'offSale' | 'unknown';

export default defineWatchdog({
  type: 'searchBan',
  title: 'Search Ban',
  headline: 'Hidden from search',
  about:
    'Watches whether customers can find your listings by searching. Alerts when the marketplace hides one from search while it can still be bought, and names the SKU and the reason. Tells you when it can be found again.',
  family: 'Listing',
  icon: 'zoom-cancel',
  everyMinutes: 180,
  reads: ['listing'],
  consults: ['suppression'],
  colours: ['RED', 'GREEN'],
  costs: { alert: { low: 0.6, high: 0.9 } },
  nextSteps: [
    'Read the reason, most often the title, a picture or a missing detail',
    'Fix it in Seller Central; it takes an hour or two to show',
  ],
  action: { label: 'Fix the listing', place: 'manageListing' },
  causedBy: {
    kinds: ['listingSuspended', 'imageMissing', 'productDetailsRecentChange', 'productCategoryRecentChange'],
    withinHours: 24,
  },
  asCause: { words: 'the product is hidden from search' },
  settings: z.object({}),
  panel: {},
  memory,
  judge({ now, memory: before, item }) {
    const states = now.listing.map((listing) => ({ sku: listing.sku, state: stateOf(listing) }));
    if (states.every(({ state }) => state === 'unknown')) return null;
    const known = before?.hidden ?? [];
    const reasons = new Map(known.map(({ sku, reason }) => [sku, reason]));
    const skus = states
      .flatMap(({ sku, state }): HiddenListing[] => {
        if (state === 'unknown') return known.filter((one) => one.sku === sku);
        if (typeof state === 'string') return [];
        return [{ sku, reason: state.reason ?? reportedReason(now.suppression ?? [], sku) }];
      })
      .toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
    if (skus.length > 0) {
      const isFewer = skus.every(({ sku }) => reasons.has(sku));
      const wasFound = before !== null && (known.length === 0 || before.wasFound === true);
      const from = wasFound ? FOUND : null;
      return {
        verdict: 'alert',
        ...describe(skus),
        from,
        isFewer,
        memory: { hidden: skus, ...(wasFound && { wasFound }) },
      };
    }
    const wasHidden = (item?.status ?? 0) > 0;
    const isBack = wasHidden && states.some(({ sku, state }) => state === 'found' && reasons.has(sku));
    const text = isBack
      ? 'Customers can find the listing by searching again'
      : 'No listing is hidden from search alone';
    return {
      verdict: isBack ? 'improved' : 'ok',
      text: wasHidden ? text : null,
      ...(isBack ? { from: HIDDEN, to: FOUND } : {}),
      about: null,
      memory: { hidden: [] },
    };
  },
});

function stateOf({ status, issues }: ListingFacts): State {
  const reasons = (issues ?? [])
    .filter(({ enforcements }) => enforcements.includes('SEARCH_SUPPRESSED'))
    .map(reasonOf)
    .toSorted();
  const isBuyable = status?.includes('BUYABLE') ?? false;
  if (reasons[0] !== undefined && (isBuyable || status === null)) return { reason: reasons[0] };
  if (status === null) return 'unknown';
  if (!isBuyable) return 'offSale';
  if (!status.includes('DISCOVERABLE')) return { reason: null };
  // A listing that is DISCOVERABLE may still be hidden by an enforcement, which only its issues show.
  return issues === null ? 'unknown' : 'found';
}

function reportedReason(suppressions: Facts['suppression'], sku: string): string {
  const reported = suppressions.find((one) => one.sku === sku && one.isSuppressed)?.reason ?? '';
  return shortReason(reported) || 'the marketplace gave no reason';
}

function describe(skus: readonly WithSku<HiddenListing>[]) {
  const names = skus.map(({ sku }) => sku).join(', ');
  return {
    text: reasonsText(skus, 'hidden from search'),
    to: HIDDEN,
    about: names,
    evidence: reasonsEvidence(skus),
  };
}
