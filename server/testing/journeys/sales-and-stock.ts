import type { Journey } from './journey.ts';

const phrase = 'gift for a journey';

export const salesAndStockJourneys = {
  salesDrop: {
    suits: ({ unitsPerDay }) => unitsPerDay >= 6,
    begins: {
      events: [{ type: 'salesDropped', factor: 0, daysAgo: 4 }],
      becomes: 'alert',
      says: /^Sales fell from \S+ a day to 0\.0 a day since \d\d? [A-Z][a-z]{2}, 100% fewer than expected$/,
    },
    goesOn: null,
    ends: {
      events: [{ type: 'salesRecovered' }],
      withinDays: 8,
      becomes: 'ok',
      says: /^Sales are back at \S+ a day, \S+ a day were expected$/,
    },
  },
  keyword: {
    given: [{ type: 'searchRankChanged', keyword: phrase, position: 4 }],
    own: { keyword: phrase, absoluteThreshold: 20 },
    begins: {
      events: [{ type: 'searchRankChanged', keyword: phrase, position: 24 }],
      becomes: 'alert',
      says: /^"gift for a journey" is at position 24, was at position 4; your threshold is 20$/,
    },
    // A further fall to less than twice the position would not be news.
    goesOn: {
      events: [{ type: 'searchRankChanged', keyword: phrase, position: 52 }],
      becomes: 'alert',
      says: /^"gift for a journey" is at position 52, was at position 4; your threshold is 20$/,
    },
    ends: {
      events: [{ type: 'searchRankChanged', keyword: phrase, position: 3 }],
      becomes: 'ok',
      says: /^Position 3 again for "gift for a journey"$/,
    },
  },
  inventory: {
    suits: ({ skus, unitsPerDay }) => skus.length === 1 && unitsPerDay > 1.5 && unitsPerDay < 5,
    given: [{ type: 'stockChanged', fulfillable: 900, inbound: 0 }],
    own: { warningDays: 60, alertDays: 3 },
    warns: {
      events: [{ type: 'stockChanged', fulfillable: 40 }],
      becomes: 'warning',
      says: /^\d+ days left: 40 units at \S+ a day$/,
    },
    begins: {
      events: [{ type: 'stockChanged', fulfillable: 1 }],
      becomes: 'alert',
      says: /^0 days left: 1 unit at \S+ a day$/,
    },
    goesOn: {
      events: [{ type: 'stockChanged', fulfillable: 0 }],
      becomes: 'alert',
      says: /^Out of Stock$/,
    },
    ends: {
      events: [{ type: 'stockChanged', fulfillable: 900 }],
      becomes: 'ok',
      says: /^In stock again: \d{3} days left$/,
    },
  },
  fbmInventory: {
    suits: ({ ownQuantity }) => (ownQuantity ?? 0) >= 12,
    own: { alertThreshold: 5 },
    begins: {
      events: [{ type: 'ownStockChanged', quantity: 3 }],
      becomes: 'alert',
      says: /^Only 3 units of your own left$/,
    },
    goesOn: { events: [{ type: 'ownStockChanged', quantity: 0 }], becomes: 'alert', says: /^Out of Stock$/ },
    ends: {
      events: [{ type: 'ownStockChanged', quantity: 40 }],
      becomes: 'ok',
      says: /^40 units of your own in stock again$/,
    },
  },
  fbaFeeChange: {
    suits: ({ skus }) => skus.length === 1,
    begins: {
      events: [{ type: 'fbaFeeChanged', amount: 99 }],
      becomes: 'alert',
      says: /^Estimated fee of \S+ changed$/,
    },
    goesOn: {
      events: [{ type: 'packageChanged' }],
      becomes: 'alert',
      says: /^2 values of the fees changed: /,
      alongside: ['productDetailsRecentChange'],
    },
    ends: {
      events: [{ type: 'fbaFeeRestored' }, { type: 'packageRestored' }],
      becomes: 'ok',
      says: /^Nothing of the fees has changed lately$/,
      alongside: ['productDetailsRecentChange'],
    },
  },
} as const satisfies Readonly<Record<string, Journey>>;
