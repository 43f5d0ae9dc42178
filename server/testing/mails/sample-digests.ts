import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { group, item, product, world } from '@app/shared/testing/world-builders.ts';
import { briefOf } from '../../src/features/delivering/composing/digest/digest-brief.ts';
import { digestMail } from '../../src/features/delivering/composing/digest/digest-mail.ts';
import * as sample from './sample-words.ts';
import type { SampleMail, SampleTexts } from './sample-words.ts';

const { before, clock, email, links, names, now, pictureOf, pictures, publicUrl, said } = sample;

/**
 * Digests of a morning with many issues, of one with a marketplace that does not answer, and of one without issues.
 */
export function sampleDigests(texts: SampleTexts): [string, SampleMail][] {
  const sales = Array.from({ length: 14 }, (_, day) => ({
    day,
    month: 11,
    unitsSold: 20,
    organicUnits: null,
    organicOrders: null,
    promotionCodesUsedUnits: 0,
  }));
  const products: readonly Product[] = Array.from({ length: 42 }, (_, index) =>
    product(String(index + 1), {
      productName: texts.product ?? names[index % names.length] ?? '',
      marketplace: index % 3 === 2 ? 'UK' : 'US',
      sellerId: index % 3 === 2 ? '2' : '1',
      ageHours: 900,
      sales,
      price: { cents: 3490 - index * 10, currency: index % 3 === 2 ? 'GBP' : 'USD' },
      imageUrl: pictureOf(index),
    }),
  );
  const issue = (type: string, index: number, given: Partial<WorldItem> = {}): WorldItem =>
    item(`${type}-${index}`, {
      productId: String(index),
      date: before(index).toISOString(),
      statusDetails: {
        evidence: [],
        ...(said[type] ?? { from: null, to: null, message: 'It happened' }),
        ...(texts.said === undefined ? {} : { from: texts.said, to: texts.said, message: texts.said }),
      },
      ...given,
    });
  const busy = {
    lostBuybox: group([issue('lostBuybox', 1), issue('lostBuybox', 4), issue('lostBuybox', 7, { issueStatus: 2 })]),
    searchBan: group([issue('searchBan', 2), issue('searchBan', 1)]),
    inventory: group([
      issue('inventory', 5, { status: 1 }),
      issue('inventory', 8, { status: 1, issueStatus: 1 }),
      issue('inventory', 10),
    ]),
  };
  const digest = (watchDogs: typeof busy | {}, isStale: boolean): SampleMail => {
    const accounts = [
      { sellerId: '1', name: texts.product ?? 'Brightkeel US' },
      { sellerId: '2', name: texts.product ?? 'Brightkeel Europe' },
    ].map(({ sellerId, name }) => ({
      sellerId,
      sellerKey: 'A1',
      name,
      nickName: null,
      accountNickName: null,
      region: 'NA' as const,
      marketplaces: [],
      setupCompleted: true,
      mayNeedReauthorization: false,
      connectedToAdvertisementApi: false,
      authTokenLast6Digit: '123456',
      storeFrontURL: null,
      feedbackUrls: {},
    }));
    const source = { source: 'listing-offers', aspects: ['offers'], everyMinutes: 30 };
    const brief = briefOf({
      world: world({ products: [...products], watchDogs, sellerAccounts: accounts }),
      sources: [
        { ...source, sellerId: '1', marketplace: 'US', lastCheckedAt: before(0.1).toISOString(), late: false },
        {
          ...source,
          sellerId: '2',
          marketplace: 'UK',
          lastCheckedAt: before(isStale ? 3 : 0.2).toISOString(),
          late: isStale,
        },
      ],
      now,
    });
    const isBusy = brief.open.size > 0;
    const improvement = {
      itemId: 'price-11',
      type: 'price',
      productId: '11',
      message: texts.said ?? 'The price is back at $64.00',
      at: before(4),
    };
    return digestMail({
      brief,
      improvements: isBusy
        ? [
            improvement,
            {
              ...improvement,
              itemId: 'lostBuybox-12',
              type: 'lostBuybox',
              productId: '12',
              message: texts.said ?? 'You have the buy box again',
            },
          ]
        : [],
      comebacks: new Set(isBusy ? ['inventory-10'] : []),
      solved: isBusy ? 5 : 0,
      since: before(24),
      now,
      localDay: '2026-11-20',
      reader: { email, clock, hour: 7 },
      links,
      publicUrl,
      pictures,
    });
  };
  return [
    ['digest', digest(busy, false)],
    ['digest-stale', digest(busy, true)],
    ['digest-well', digest({}, false)],
  ];
}
