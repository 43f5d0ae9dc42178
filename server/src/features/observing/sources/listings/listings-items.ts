import type { ListingFacts, ListingIssue } from '@app/shared/watchdogs/facts/observations.ts';
import type { ListingsItem } from '../../../../external/marketplace/operations/listings-items.ts';
import type { Observation } from '../../recording/observation.ts';
import { batchSource, byName, refuseUnanswered } from '../source.ts';
import { tidyLine } from '../catalog/tidy-text.ts';

/** The state of each listing: whether it can be found and bought, and which issues it has. */
export const listingsItems = batchSource({
  name: 'listings-items',
  aspects: ['listing'],
  unit: 'listing',
  batchSize: 20,
  announcedBy: ['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE', 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE'],
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const skus = targets.map((target) => target.sku);
    const answer = await marketplace.searchListingsItems(access, { ...options, marketplaceId: place.id, skus });
    const at = observedAt();
    const targetsBySku = byName(targets, (target) => target.sku);
    const observations: Observation[] = [];
    for (const item of answer.members) {
      const facts = listingFacts(item, place.id);
      for (const { productId } of targetsBySku.get(item.sku) ?? []) {
        observations.push({ productId, aspect: 'listing', sku: item.sku, facts, observedAt: at });
      }
    }
    const answered = new Set(answer.members.map((item) => item.sku));
    return { observations, refusals: [...answer.refusals, ...refuseUnanswered(skus, answered)] };
  },
});

const amazonChannel = /^AMAZON_/;

export function listingFacts(item: ListingsItem, marketplaceId: string): ListingFacts {
  const summary = item.summaries?.find((entry) => entry.marketplaceId === marketplaceId);
  const channels = item.fulfillmentAvailability ?? [];
  const own = channels.find(({ fulfillmentChannelCode }) => fulfillmentChannelCode === 'DEFAULT');
  const isFulfilledByAmazon = channels.some(({ fulfillmentChannelCode }) => amazonChannel.test(fulfillmentChannelCode));
  return {
    status: summary?.status?.toSorted() ?? null,
    issues: issuesOf(item, marketplaceId),
    ownQuantity: own?.quantity ?? null,
    isFulfilledByAmazon: isFulfilledByAmazon ? true : own ? false : null,
    isChild: isChild(item, marketplaceId),
  };
}

/**
 * True for a variation of a parent SKU; `null` if the answer lacks relationships, or names neither the parents nor the
 * children of a variation.
 */
function isChild({ relationships }: ListingsItem, marketplaceId: string): boolean | null {
  const here = relationships?.find((entry) => entry.marketplaceId === marketplaceId);
  if (!here) return null;
  const variations = here.relationships.filter(({ type }) => type === 'VARIATION');
  if (variations.some(({ parentSkus }) => (parentSkus ?? []).length > 0)) return true;
  return variations.every(({ parentSkus, childSkus }) => parentSkus !== null || childSkus !== null) ? false : null;
}

type Issue = NonNullable<ListingsItem['issues']>[number];

function issuesOf({ issues }: ListingsItem, marketplaceId: string): ListingFacts['issues'] {
  if (!issues) return null;
  return issues
    .filter((issue) => issue.marketplaceIds?.includes(marketplaceId) ?? true)
    .map(issueOf)
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const issueOf = (issue: Issue): ListingIssue => ({
  code: issue.code,
  message: tidyLine(issue.message) ?? '',
  severity: issue.severity,
  categories: (issue.categories ?? []).toSorted(),
  enforcements: isExempt(issue) ? [] : (issue.enforcements?.actions ?? []).map(({ action }) => action).toSorted(),
});

/** EXEMPT and EXEMPT_UNTIL_EXPIRY_DATE mean that the issue exists but is not enforced. */
const isExempt = ({ enforcements }: Issue): boolean => enforcements?.exemption?.status?.startsWith('EXEMPT') ?? false;
