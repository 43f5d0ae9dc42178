import type { Journey } from './journey.ts';

export const listingJourneys = {
  imageMissing: {
    begins: {
      events: [{ type: 'imageRemoved' }],
      becomes: 'alert',
      says: /^The main image is gone from the product page$/,
    },
    goesOn: null,
    ends: { events: [{ type: 'imageRestored' }], becomes: 'ok', says: /^The main image is back$/ },
  },
  productDetailsRecentChange: {
    begins: {
      events: [{ type: 'detailsChanged', value: 'Another title' }],
      becomes: 'alert',
      says: /^Title changed$/,
    },
    goesOn: {
      events: [{ type: 'detailsChanged', attribute: 'bullet_point' }],
      becomes: 'alert',
      says: /^2 values of the product page changed: bullet point, title$/,
    },
    ends: {
      events: [{ type: 'detailsRestored' }],
      becomes: 'ok',
      says: /^Nothing of the product page has changed lately$/,
    },
  },
  productCategoryRecentChange: {
    suits: ({ bestSeller }) => !bestSeller,
    begins: {
      events: [{ type: 'categoryChanged', group: 'Baby' }],
      becomes: 'alert',
      says: /^Category group changed$/,
    },
    goesOn: {
      events: [{ type: 'categoryChanged', productType: 'LUGGAGE' }],
      becomes: 'alert',
      says: /^2 values of the category changed: category group, category type name$/,
    },
    ends: {
      events: [{ type: 'categoryRestored' }],
      becomes: 'ok',
      says: /^Nothing of the category has changed lately$/,
    },
  },
  parentProductChange: {
    begins: {
      events: [{ type: 'parentChanged', parentAsin: 'B0PARENT01' }],
      becomes: 'alert',
      says: /^The parent product changed from B0\S+ to B0PARENT01$/,
    },
    goesOn: {
      events: [{ type: 'parentChanged', parentAsin: 'B0PARENT02' }],
      becomes: 'alert',
      says: /^The parent product changed from B0\S+ to B0PARENT02$/,
    },
    ends: { events: [{ type: 'parentRestored' }], becomes: 'ok', says: /^The parent product is now B0\S+$/ },
  },
  listingSuspended: {
    suits: ({ skus }) => skus.length === 2,
    // The SKU with the higher price goes first: without the cheaper one customers would pay another price, which is
    // news of another kind.
    begins: {
      events: [({ skus }) => ({ type: 'listingSuspended', sku: skus[1] })],
      becomes: 'alert',
      says: /^SKU \S+-FBM suspended: \S/,
    },
    goesOn: {
      events: [({ skus }) => ({ type: 'listingSuspended', sku: skus[0] })],
      becomes: 'alert',
      says: /^SKUs \S+, \S+-FBM suspended: \S/,
    },
    ends: { events: [{ type: 'listingRestored' }], becomes: 'ok', says: /^No suspended SKU is left$/ },
  },
  searchBan: {
    begins: {
      events: [{ type: 'searchSuppressed' }],
      becomes: 'alert',
      says: /^SKU \S+ hidden from search: Missing required product information\. The main image/,
    },
    goesOn: null,
    ends: {
      events: [{ type: 'searchRestored' }],
      becomes: 'ok',
      says: /^Customers can find the listing by searching again$/,
    },
  },
} as const satisfies Readonly<Record<string, Journey>>;
