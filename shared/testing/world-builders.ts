import { itemKey } from '../src/world/item-key.ts';
import type { Product, WatchdogGroup, WorldAnswer, WorldItem } from '../src/contract/world.ts';

/** Builds a whole product; a test passes only the fields that matter to it. The builders below work in the same way. */
export const product = (productId: string, given: Partial<Product> = {}): Product => ({
  productId,
  productGroupId: null,
  productGroupProductIds: [],
  marketplace: 'US',
  sellerId: '1',
  asin1: 'B0EXAMPLE1',
  productName: 'Cast-iron skillet 26 cm',
  productTitle: null,
  shortName: null,
  brand: null,
  show: true,
  active: true,
  imageUrl: null,
  largeImageUrl: null,
  productUrl: '',
  productReviewsUrl: '',
  productTopReviewsUrl: '',
  productOffersUrl: '',
  starRating: null,
  reviewCount: null,
  bsrRank: null,
  ageHours: -1,
  sales: [],
  adSpend: null,
  earlierSales: null,
  fbaFeeEstimate: null,
  isAdultFlag: null,
  totalQty: null,
  inStockQty: null,
  inboundQty: null,
  fbmQty: null,
  price: null,
  ...given,
});

export const item = (watchDogId: string, given: Partial<WorldItem> = {}): WorldItem => ({
  watchDogId,
  watchDogItemId: watchDogId,
  productId: watchDogId.split('-')[1] ?? '',
  productGroupId: null,
  productCollectionId: null,
  sellerId: '1',
  marketplace: 'US',
  status: 2,
  issueStatus: 0,
  issueStatusBy: null,
  issueStatusAt: null,
  muted: false,
  mutedUntil: null,
  date: '2026-03-02T08:00:00.000Z',
  statusDetails: { message: 'The buy box went to another seller', from: null, to: null, evidence: [] },
  settings: { keyword: null, absoluteThreshold: null },
  figures: null,
  ...given,
});

export const group = (items: readonly WorldItem[] = [], given: Partial<WatchdogGroup> = {}): WatchdogGroup => ({
  status: 0,
  alertsEnabled: true,
  message: null,
  settings: {},
  defaults: [],
  checkFrequencyMinutes: 30,
  items: Object.fromEntries(items.map((one) => [itemKey(one), one])),
  ...given,
});

export const world = (given: Partial<WorldAnswer> = {}): WorldAnswer => ({
  state: 'state',
  full: true,
  sellerAccounts: [],
  products: [],
  removedProductIds: [],
  removedWatchDogIds: [],
  watchDogs: {},
  currentVersion: 5,
  minVersion: 5,
  announcement: null,
  notifications: [],
  accountErrors: [],
  userEmail: 'owner@brightkeel.example',
  maxPage: 0,
  ...given,
});

export const delta = (given: Partial<WorldAnswer> = {}): WorldAnswer =>
  world({ full: false, state: 'later', ...given });
