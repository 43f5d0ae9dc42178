import type { Journey } from './journey.ts';

export const offersJourneys = {
  price: {
    suits: ({ skus }) => skus.length === 1,
    warns: {
      events: [({ price }) => ({ type: 'priceChanged', price: Math.round(price * 95) / 100 })],
      becomes: 'warning',
      says: /^Your price fell from ₹\S+ to ₹\S+, [45]%$/,
    },
    begins: {
      events: [({ price }) => ({ type: 'priceChanged', price: Math.round(price * 80) / 100 })],
      becomes: 'alert',
      says: /^Your price fell from ₹\S+ to ₹\S+, (19|20)%$/,
    },
    goesOn: {
      events: [({ price }) => ({ type: 'priceChanged', price: Math.round(price * 70) / 100 })],
      becomes: 'alert',
      says: /^Your price fell from ₹\S+ to ₹\S+, (29|30)%$/,
    },
    ends: {
      events: [({ price }) => ({ type: 'priceChanged', price })],
      becomes: 'ok',
      says: /^Your price rose from ₹\S+ to ₹\S+, 4[23]%$/,
    },
  },
  numberOfSellers: {
    begins: {
      events: [{ type: 'sellerJoined', sellerId: 'ANEWCOMER1' }],
      becomes: 'alert',
      says: /^Seller ANEWCOMER1 now sells this product too$/,
    },
    goesOn: {
      events: [{ type: 'sellerJoined', sellerId: 'ANEWCOMER2' }],
      becomes: 'alert',
      says: /^2 new sellers now sell this product too: ANEWCOMER1, ANEWCOMER2$/,
    },
    ends: {
      events: ['ANEWCOMER1', 'ANEWCOMER2'].map((sellerId) => ({ type: 'sellerLeft', sellerId })),
      becomes: 'ok',
      says: /^No new seller is left$/,
    },
  },
  lostBuybox: {
    suits: ({ otherSellers }) => otherSellers >= 2,
    // The rival is called by the id until a page has told the name, which may come before or after the offers.
    begins: {
      events: [{ type: 'buyBoxLost' }],
      becomes: 'alert',
      says: /^The buy box went from you at ₹\S+ to seller \S.* at ₹\S+$/,
    },
    // Between two checks the buy box moves from one rival to another; nobody has seen it with us in between.
    goesOn: {
      events: [
        { type: 'buyBoxWon' },
        (_, { buyBoxLost }) => ({ type: 'sellerLeft', sellerId: buyBoxLost?.['winner'] }),
        { type: 'buyBoxLost' },
      ],
      becomes: 'alert',
      says: /^The buy box went from seller \S.* to seller \S.* at ₹\S+, not to you at ₹\S+$/,
    },
    ends: { events: [{ type: 'buyBoxWon' }], becomes: 'ok', says: /^You have the buy box again at ₹\S+$/ },
  },
  noAddToCart: {
    begins: {
      events: [{ type: 'addToCartRemoved' }],
      becomes: 'alert',
      says: /^The page has no add-to-cart button: nobody has the buy box$/,
    },
    goesOn: null,
    ends: {
      events: [{ type: 'addToCartRestored' }],
      becomes: 'ok',
      says: /^The add-to-cart button is back: you have the buy box$/,
    },
  },
  prime: {
    suits: ({ skus }) => skus.length === 1,
    begins: { events: [{ type: 'primeLost' }], becomes: 'alert', says: /^Your offer no longer has Prime$/ },
    goesOn: null,
    ends: { events: [{ type: 'primeWon' }], becomes: 'ok', says: /^Your offer has Prime again$/ },
  },
  subscribeAndSave: {
    suits: ({ subscribeAndSave }) => subscribeAndSave,
    begins: {
      events: [{ type: 'subscribeAndSaveLost' }],
      becomes: 'alert',
      says: /^Customers can no longer subscribe: the product is not eligible$/,
    },
    goesOn: {
      events: [{ type: 'subscribeAndSaveLost', eligibility: 'SUSPENDED' }],
      becomes: 'alert',
      says: /^Customers can no longer subscribe: the marketplace has suspended subscribe and save$/,
    },
    ends: { events: [{ type: 'subscribeAndSaveWon' }], becomes: 'ok', says: /^Customers can subscribe again$/ },
  },
} as const satisfies Readonly<Record<string, Journey>>;
