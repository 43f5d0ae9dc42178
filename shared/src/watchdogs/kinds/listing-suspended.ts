import * as z from 'zod/mini';
import { defineWatchdog } from '../model/define.ts';
import type { WithSku, ListingFacts } from '../facts/observations.ts';
import { reasonOf, reasonsEvidence, reasonsText } from '../kind-parts/reason-words.ts';

const suspension = z.object({ sku: z.string(), reason: z.string() });
/** The suspended listings. `wasActive`: an earlier look at the product found no suspended listing. */
const memory = z.object({ suspended: z.array(suspension), wasActive: z.optional(z.boolean()) });
type Suspension = z.output<typeof suspension>;

/** The state of one SKU: suspended for a reason, active, or unknown. */
type State = { readonly reason: string } | 'active' | 'unknown';

const RETIRED = 'CATALOG_ITEM_REMOVED';
const SUPPRESSED = 'LISTING_SUPPRESSED';
const HIDDEN = 'SEARCH_SUPPRESSED';

export default defineWatchdog({
  type: 'listingSuspended',
  title: 'Listing Suspended',
  headline: 'Listing suspended',
  about:
    'Watches whether your listings can be seen and bought. Alerts when the marketplace suppresses or removes one, or when one is neither visible nor buyable without being merely out of stock. Names the SKU and the reason the marketplace gives.',
  family: 'Listing',
  icon: 'ban',
  everyMinutes: 10,
  reads: ['listing'],
  colours: ['RED'],
  costs: { alert: { low: 1, high: 1 }, wastesAdvertising: true },
  nextSteps: [
    'Read the reason that Amazon gives',
    'Fix what it names, or appeal with invoices and pictures',
    'Check your other SKUs for the same words',
  ],
  action: { label: 'Fix the listing', place: 'manageListing' },
  asCause: { words: 'the listing is suspended' },
  settings: z.object({ suppressChildAsinRetiries: z._default(z.boolean(), false) }),
  panel: {
    suppressChildAsinRetiries: {
      label: 'Suppress child ASIN suspension alerts',
      help: 'No alert when the only thing wrong with a variation is that the marketplace retired its ASIN',
      widget: 'toggle',
    },
  },
  memory,
  judge({ now, settings, memory: before, item }) {
    const ignored = settings.suppressChildAsinRetiries;
    const states = now.listing.map((listing) => ({ sku: listing.sku, state: stateOf(listing, ignored) }));
    if (states.every(({ state }) => state === 'unknown')) return null;
    const remembered = new Map(before?.suspended.map(({ sku, reason }) => [sku, reason]));
    const suspended = states
      .flatMap(({ sku, state }): Suspension[] => {
        const reason = state === 'unknown' ? remembered.get(sku) : state === 'active' ? undefined : state.reason;
        return reason === undefined ? [] : [{ sku, reason }];
      })
      .toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
    if (suspended.length === 0) {
      const isRetired = now.listing.some((one) => remembered.has(one.sku) && typeof stateOf(one, false) === 'object');
      const ended = isRetired ? 'Retired child ASINs raise no alert by your settings' : 'No suspended SKU is left';
      const text = (item?.status ?? 0) > 0 ? ended : null;
      return { verdict: 'ok', text, about: null, memory: { suspended } };
    }
    const isFewer = suspended.every(({ sku }) => remembered.has(sku));
    const wasActive = before !== null && (remembered.size === 0 || before.wasActive === true);
    const kept = { suspended, ...(wasActive && { wasActive }) };
    return { verdict: 'alert', ...describe(suspended, wasActive), isFewer, memory: kept };
  },
});

function stateOf(listing: WithSku<ListingFacts>, areChildrenIgnored: boolean): State {
  const { status, issues, ownQuantity, isFulfilledByAmazon, isChild } = listing;
  // If the marketplace does not say whether the listing is a child, it counts as a child, and its retirement is
  // ignored.
  const isRetirementIgnored = areChildrenIgnored && isChild !== false;
  const enforcing = isRetirementIgnored ? [SUPPRESSED] : [SUPPRESSED, RETIRED];
  const enforced = messages(listing, enforcing);
  if (enforced[0] !== undefined) return { reason: enforced[0] };
  if (status === null) return 'unknown';
  if (status.includes('BUYABLE')) return 'active';
  if (isRetirementIgnored && messages(listing, [RETIRED]).length > 0) return 'active';
  // A listing that is visible but not buyable is out of stock, unless an issue says otherwise.
  if (status.includes('DISCOVERABLE')) return issues === null ? 'unknown' : 'active';
  // A SKU that Amazon ships may have kept the quantity of none from the time when the seller shipped it.
  if (ownQuantity === 0 && isFulfilledByAmazon !== true) return 'active';
  // An issue explains why the listing is hidden from search, so the missing BUYABLE only means that it is sold out.
  if (messages(listing, [HIDDEN]).length > 0) return 'active';
  return { reason: 'it can neither be found nor bought' };
}

function messages({ issues }: ListingFacts, enforcements: readonly string[]): string[] {
  return (issues ?? [])
    .filter((issue) => issue.enforcements.some((enforcement) => enforcements.includes(enforcement)))
    .map(reasonOf)
    .toSorted();
}

function describe(suspended: readonly Suspension[], wasActive: boolean) {
  const skus = suspended.map(({ sku }) => sku).join(', ');
  return {
    text: reasonsText(suspended, 'suspended'),
    from: wasActive ? 'Active' : null,
    to: 'Suspended',
    about: skus,
    evidence: reasonsEvidence(suspended),
  };
}
