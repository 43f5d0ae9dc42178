import { expect, test } from 'vitest';
import { issue, listing, stock } from '../../../testing/fact-builders.ts';
import { whyNotForSale } from './not-for-sale.ts';

const active = listing('A');
const suspended = listing('B', { issues: [issue(), issue({ enforcements: ['LISTING_SUPPRESSED'] })] });
const inactive = listing('C', { status: ['DISCOVERABLE'] });
const empty = listing('D', { isFulfilledByAmazon: false, ownQuantity: 0 });
const shipped = listing('E', { isFulfilledByAmazon: false, ownQuantity: 3 });

test.each([
  ['nothing is known of any listing', { listings: [], units: [] }, null],
  ['one can be sold', { listings: [suspended, active], units: [] }, null],
  ['the marketplace suspends it', { listings: [suspended], units: [] }, 'suspended'],
  ['it is not active', { listings: [inactive], units: [] }, 'not active'],
  ['the seller has none left', { listings: [empty], units: [] }, 'out of stock'],
  ['the seller has some left', { listings: [shipped], units: [] }, null],
  ['Amazon has none left', { listings: [active], units: [stock('A', 0)] }, 'out of stock'],
  ['Amazon has some left', { listings: [active], units: [stock('A', 1)] }, null],
  ['Amazon has none left of another SKU', { listings: [active], units: [stock('B', 0)] }, null],
  [
    'Amazon does not say how many are left',
    { listings: [active], units: [stock('A', 0, { fulfillable: null })] },
    null,
  ],
  ['the marketplace told no status', { listings: [listing('A', { status: null, issues: null })], units: [] }, null],
  ['each has another reason, the worst speaks', { listings: [empty, inactive, suspended], units: [] }, 'suspended'],
] as const)('when %s', (_, { listings, units }, reason) => {
  expect(whyNotForSale(listings, units)).toBe(reason);
});
