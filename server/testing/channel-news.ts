import type { PublicAnswer } from '../src/external/http/public-fetch.ts';
import type { ChannelNews } from '../src/features/delivering/transports/channel-news.ts';

export const publicUrl = 'https://watch.example';

export const buildChannelNews = (changes: Partial<ChannelNews> = {}): ChannelNews => ({
  at: new Date('2026-06-15T12:00:00Z'),
  type: 'imageMissing',
  colour: 'RED',
  message: 'The main image is gone from the product page',
  from: 'Main image',
  to: 'No main image',
  evidence: [],
  productId: '7',
  productName: 'Kettle',
  asin: 'B0C7XK4M2P',
  marketplace: 'US',
  sellerAccountId: '1',
  sellerAccountName: 'Analytical Engines',
  ...changes,
});

/** Builds the maximum number of alerts for one message, all about the same product. */
export function buildFlood(productName: string): readonly [ChannelNews, ...ChannelNews[]] {
  const news = buildChannelNews({ productName });
  return [news, ...Array.from({ length: 99 }, () => news)];
}

/** An alert whose texts have realistic maximum lengths and more. */
export const buildLongNews = (text: string): ChannelNews =>
  buildChannelNews({
    productName: text.repeat(300),
    sellerAccountName: text.repeat(300),
    message: text.repeat(900),
    from: text.repeat(300),
    to: text.repeat(300),
  });

export const buildPublicAnswer = (status: number, body: string): PublicAnswer => ({
  status,
  headers: {},
  body: Buffer.from(body),
  isCut: false,
});
