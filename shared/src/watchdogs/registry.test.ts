import { describe, expect, test } from 'vitest';
import { coloursMailedByDefault } from './model/alert-settings.ts';
import { alertTypeOf, families } from './model/define.ts';
import { aspects } from './facts/observations.ts';
import { isWatchdogType, watchdogs, watchdogsByType } from './registry.ts';

/** Section 5, "Colour availability". */
const maySayGreen = new Set(
  `SALES_DROP KEYWORD LOST_BUYBOX BEST_SELLER_BADGE STAR_RATING_RECENT_CHANGE PRICE BAD_REVIEW NO_ADD_TO_CART
  SEARCH_BAN INVENTORY FBM_INVENTORY`.split(/\s+/),
);
const maySayAmber = new Set('SALES_DROP BAD_REVIEW TOP_REVIEW STAR_RATING_RECENT_CHANGE PRICE INVENTORY'.split(' '));
/** Section 5, "Default alert settings for a new e-mail". */
const notMailed = new Set(['SALES_DROP', 'PRICE', 'INVENTORY', 'FBM_INVENTORY']);
const notMailedGreen = new Set(['BAD_REVIEW', 'TOP_REVIEW']);

/** Section 9, "Check frequencies", in minutes. */
const everyMinutes: Readonly<Record<string, number>> = {
  listingSuspended: 10,
  numberOfSellers: 15,
  price: 15,
  lostBuybox: 30,
  salesDrop: 30,
  imageMissing: 30,
  noAddToCart: 30,
  productDetailsRecentChange: 30,
  bestSellerBadge: 30,
  prime: 30,
  amazonChoiceBadge: 30,
  subscribeAndSave: 30,
  parentProductChange: 31,
  productCategoryRecentChange: 90,
  inventory: 90,
  fbmInventory: 90,
  badReview: 120,
  badSellerFeedback: 120,
  starRatingRecentChange: 150,
  searchBan: 180,
  topReview: 240,
  keyword: 360,
  fbaFeeChange: 1440,
};
/** Section 7, the prefixes of the spreadsheets. */
const prefixes: Readonly<Record<string, string>> = {
  inventory: 'inventory',
  fbmInventory: 'fbm_inventory',
  salesDrop: 'salesdrop',
};
/** Section 3, "Watchdog settings". */
const settings: Readonly<Record<string, readonly string[]>> = {
  amazonChoiceBadge: ['sensitivity'],
  bestSellerBadge: ['sensitivity'],
  parentProductChange: ['sensitivity'],
  subscribeAndSave: ['sensitivity'],
  productCategoryRecentChange: ['alertOnCategoryGroupChange', 'alertOnCategoryTypeNameChange'],
  fbaFeeChange: [
    'skipPackageDimensionChangeIfNoFeeChange',
    'sendAlertForEstimateChanges',
    'sendAlertForOrderDataChanges',
  ],
  listingSuspended: ['suppressChildAsinRetiries'],
  productDetailsRecentChange: [
    'skipPackageDimensionChangeIfNoFeeChange',
    'alertForParentChanges',
    'alertForOwnOfferPriceChanges',
  ],
  starRatingRecentChange: ['oneTenthPrecisionUp', 'oneTenthPrecisionDown', 'reviewCountDropMinimumThreshold'],
  // The second setting is an addition: by default, a new seller on a crowded listing is only reported in the digest.
  numberOfSellers: ['whitelist', 'messagesWhenCrowded'],
  lostBuybox: ['whitelist'],
};

test.each(Object.keys(everyMinutes))('the kind %s exists', (type) => {
  expect(isWatchdogType(type)).toBe(true);
});

test('a kind is found under its type', () => {
  expect(Object.entries(watchdogsByType).map(([type, kind]) => [type, kind.type])).toEqual(
    watchdogs.map((kind) => [kind.type, kind.type]),
  );
  expect(isWatchdogType('price')).toBe(true);
  expect(isWatchdogType('toString')).toBe(false);
});

test('titles, headlines and icons are unique', () => {
  for (const field of ['title', 'headline', 'icon'] as const) {
    expect(new Set(watchdogs.map((kind) => kind[field])).size).toBe(watchdogs.length);
  }
});

describe.each(watchdogs)('$type', (kind) => {
  test('has a title, headline, icon and description for card, menu, mail and help', () => {
    expect([kind.title, kind.headline, kind.icon].every((text) => /^\S(.*\S)?$/.test(text))).toBe(true);
    expect(kind.about).toMatch(/^[A-Z].{40,}\.$/);
    expect(families).toContain(kind.family);
  });

  test('has one to three short next steps and one button', () => {
    expect([1, 2, 3]).toContain(kind.nextSteps.length);
    expect(kind.nextSteps.filter((step) => !/^[A-Z].{8,98}[^.!\s]$/.test(step))).toEqual([]);
    expect(kind.action.label).toMatch(/^[A-Z][a-z]+( [a-z]+){1,2}$/);
  });

  test('has a cost within the sales for each of its levels, or none', () => {
    const { alert, warning } = kind.costs ?? {};
    const shares = [alert, warning].filter((share) => share !== undefined);

    expect(shares.filter(({ low, high }) => low <= 0 || low > high || high > 1)).toEqual([]);
    expect(warning === undefined || kind.colours.includes('AMBER')).toBe(true);
  });

  test('has a default for every setting', () => {
    expect(kind.settings.safeParse({}).success).toBe(true);
  });

  test('has exactly one field of the panel for each setting', () => {
    expect(Object.keys(kind.panel).toSorted()).toEqual(Object.keys(kind.settings.parse({})).toSorted());
    expect(Object.values(kind.panel).every((field) => field.label !== '')).toBe(true);
  });

  test('has a default for every own setting', () => {
    expect(kind.ownSettings.safeParse({}).success).toBe(true);
  });

  test('has one column of its spreadsheet, if it has one, for each own setting', () => {
    const columns = kind.spreadsheet?.columns ?? {};
    const fields = kind.spreadsheet ? Object.keys(kind.ownSettings.parse({})) : [];

    expect(Object.keys(columns).toSorted()).toEqual(fields.toSorted());
    expect(Object.values(columns).filter(({ header, help }) => header === '' || help === '')).toEqual([]);
  });

  test('reads at least one aspect, and names each once', () => {
    const named = [...kind.reads, ...kind.consults];

    expect(kind.reads.length).toBeGreaterThan(0);
    expect(new Set(named).size).toBe(named.length);
    expect(aspects).toEqual(expect.arrayContaining(named));
  });

  test('gives no verdict without the facts it reads', () => {
    const product = { asin: 'B0', marketplace: 'US', sellerKeys: [] };

    const unknown = { now: {}, settings: {}, own: {}, memory: null, item: null, product, sellerNames: new Map() };

    expect(kind.judge({ ...unknown, at: new Date(0), seenAt: new Date(0) })).toBeNull();
  });
});

const specified = watchdogs.filter(({ type }) => Object.hasOwn(everyMinutes, type));

describe.each(specified.map((kind) => [kind.type, kind] as const))('%s, as the specification has it,', (type, kind) => {
  test('has the settings of section 3, and the minimum duration for messages', () => {
    expect(Object.keys(kind.panel).toSorted()).toEqual([...(settings[type] ?? []), 'minimumMinutes'].toSorted());
  });

  test('has the spreadsheet of section 7', () => {
    expect(kind.spreadsheet?.prefix).toBe(prefixes[type]);
  });

  test('has items that people create only as section 2 says', () => {
    expect(kind.hasOwnItems ?? false).toBe(type === 'keyword');
  });

  test('has the colours of section 5', () => {
    const name = alertTypeOf(type);

    expect(kind.colours).toEqual([
      'RED',
      ...(maySayAmber.has(name) ? ['AMBER'] : []),
      ...(maySayGreen.has(name) ? ['GREEN'] : []),
    ]);
  });

  test('is mailed to a new address as section 5 says', () => {
    const name = alertTypeOf(type);
    const expected = notMailed.has(name)
      ? []
      : kind.colours.filter((colour) => colour !== 'GREEN' || !notMailedGreen.has(name));

    expect(coloursMailedByDefault(kind)).toEqual(expected);
  });

  test('is checked as often as section 9 says', () => {
    expect(kind.everyMinutes).toBe(everyMinutes[type]);
  });
});
