import type { Product, WorldItem } from '@app/shared/contract/sentinel.ts';
import type { Colour } from '@app/shared/watchdogs/define.ts';
import { group, item, product, world } from '@app/shared/world/world-builders.ts';
import { verificationMail } from '../src/features/accounts/verification-mail.ts';
import { invitationMail, resetMail } from '../src/features/auth/password-mails.ts';
import { alertMail } from '../src/features/notifying/alert-mail.ts';
import type { AlertNews, Reader } from '../src/features/notifying/alert-telling.ts';
import { briefOf } from '../src/features/notifying/digest-brief.ts';
import { digestMail } from '../src/features/notifying/digest-mail.ts';
import { linksFor } from '../src/features/notifying/mail-links.ts';
import { stoppedMail, testMail } from '../src/features/notifying/notices/notice-mail.ts';

export interface SampleMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export const samplePublicUrl = 'https://watch.example';
const publicUrl = samplePublicUrl;
const now = new Date('2026-11-20T06:00:00Z');
const before = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const email = 'ada@brightkeel.example';
const clock = { timeZone: 'Europe/Berlin', offsetMinutes: 60, adjustsToDst: true, region: 'EU' } as const;
const links = linksFor(
  {
    keys: new Map([['k1', Buffer.alloc(32, 7)]]),
    clock: { now: () => now, pause: () => Promise.resolve() },
    config: { publicUrl },
  },
  { tenantId: '0c6f0f3e-6f0e-4b0e-9a3c-0d6f1f1f1f1f', emailAddressId: '7' },
);
const url = `${publicUrl}/verifyemail#0c6f0f3e-6f0e-4b0e-9a3c-0d6f1f1f1f1f.token`;

/**
 * Every mail that Watchpost sends, with this text wherever a text from outside stands: for tests that hold for all mails,
 * and to be looked at.
 */
export function sampleMails(
  texts: { readonly product?: string; readonly said?: string } = {},
): ReadonlyMap<string, SampleMail> {
  const news = newsOf(texts);
  const alert = (given: Partial<Reader>, all: readonly AlertNews[]): SampleMail =>
    alertMail({
      reader: { email, clock, alertSubject: 'DETAILED', isCollected: false, ...given },
      links,
      publicUrl,
      news: all,
    });
  return new Map<string, SampleMail>([
    ['alert', alert({}, [news('lostBuybox', 'RED')])],
    ['warning', alert({}, [news('starRatingRecentChange', 'AMBER')])],
    ['improvement', alert({}, [news('lostBuybox', 'GREEN')])],
    [
      'collected',
      alert({ isCollected: true, alertSubject: 'SIMPLE' }, [
        news('searchBan', 'RED'),
        news('price', 'AMBER'),
        news('lostBuybox', 'GREEN'),
      ]),
    ],
    [
      'flood',
      alert(
        {},
        Array.from({ length: 90 }, (_, index) =>
          news(['searchBan', 'lostBuybox', 'noAddToCart'][index % 3] ?? '', 'RED', index),
        ),
      ),
    ],
    ...digestsOf(texts),
    ['verification', verificationMail({ email, url })],
    ['password', resetMail({ email, url })],
    ['invitation', invitationMail({ email, url, invitedBy: texts.said ?? 'Ada Lovelace' })],
    [
      'stopped',
      stoppedMail({
        kind: 'addressStopped',
        email,
        subject: 'bob@brightkeel.example',
        reason: texts.said ?? '550 5.1.1 No such user here',
        publicUrl,
      }),
    ],
    ['test', testMail({ email, publicUrl })],
  ]);
}

const said: Readonly<Record<string, { from: string; to: string; message: string }>> = {
  lostBuybox: {
    from: 'You $34.90',
    to: 'Castline Direct $31.49',
    message: 'You at $34.90, now Castline Direct at $31.49',
  },
  starRatingRecentChange: {
    from: '4.3 stars',
    to: '4.1 stars',
    message: 'The rating fell from 4.3 to 4.1 stars within a day',
  },
  searchBan: {
    from: 'Found at 4',
    to: 'not found',
    message: 'The product is not found by a search for its own name any more',
  },
  price: { from: '$24.90', to: '$19.90', message: 'Your price went from $24.90 to $19.90' },
};
const names = [
  'Cast-iron skillet 26 cm',
  'Insulated bottle 750 ml, slate',
  'Gooseneck kettle 0.9 L',
  'Cork yoga blocks, set of two',
];

const newsOf =
  (texts: { readonly product?: string; readonly said?: string }) =>
  (type: string, colour: Colour, index = 0): AlertNews => {
    const better = {
      from: 'Castline Direct $31.49',
      to: 'You $34.90',
      message: 'You have the buy box again, at $34.90',
    };
    const words =
      colour === 'GREEN' ? better : (said[type] ?? { from: null, to: null, message: 'It happened a moment ago' });
    return {
      type,
      colour,
      at: before(0.2),
      message: texts.said ?? words.message,
      from: texts.said ?? words.from,
      to: texts.said ?? words.to,
      evidence: [{ label: 'Offers', value: texts.said ?? '3 new, the lowest from Castline Direct' }],
      itemId: `${type}-${index + 1}`,
      revision: 3,
      productId: String(index + 1),
      productName: texts.product ?? names[index % names.length] ?? '',
      asin: 'B09M3QT7LD',
      marketplace: 'US',
      sellerAccountName: texts.product ?? 'Brightkeel US',
      imageUrl: `https://pictures.example/${index % names.length}.png`,
    };
  };

function digestsOf(texts: { readonly product?: string; readonly said?: string }): [string, SampleMail][] {
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
      imageUrl: `https://pictures.example/${index % names.length}.png`,
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
    });
  };
  return [
    ['digest', digest(busy, false)],
    ['digest-stale', digest(busy, true)],
    ['digest-well', digest({}, false)],
  ];
}
