import { marketplace as place, type MarketplaceCode } from '@app/shared/base/marketplaces.ts';
import { createMarketplace } from '../../src/external/marketplace/marketplace.ts';
import { unmetered } from '../../src/external/marketplace/calls/buckets.ts';
import {
  askSource,
  type BatchSource,
  type SourceAnswer,
  type Target,
} from '../../src/features/observing/sources/source.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { answering, type Answer, type RecordedRequest } from './answering.ts';
import { testClock } from '../clock.ts';

export const observedAt = new Date('2026-06-15T12:00:00Z');

interface AskingSources {
  /** The requests to the marketplace, without those for tokens. */
  readonly calls: readonly RecordedRequest[];
  /** Sets the answers to the next requests. The last one is repeated. */
  answer(...answers: readonly (Answer | ((asked: RecordedRequest) => Answer))[]): void;
  ask(source: BatchSource, targets: readonly Target[], code?: MarketplaceCode): Promise<SourceAnswer>;
}

/** Lets sources ask a marketplace over real HTTP that gives the answers of the test. */
export function askingSources(): AskingSources {
  const amazon = answering();
  const calls: RecordedRequest[] = [];
  return {
    calls,
    answer(...answers) {
      calls.length = 0;
      amazon.respond((asked) => {
        if (asked.url === '/token') return { body: { access_token: 'Atza|token', expires_in: 3600 } };
        calls.push(asked);
        const answer = answers[Math.min(calls.length, answers.length) - 1] ?? {};
        return typeof answer === 'function' ? answer(asked) : answer;
      });
    },
    ask(source, targets, code = 'US') {
      const apiUrls = { NA: amazon.url, EU: amazon.url, IN: amazon.url };
      const config = { apiUrls, tokenUrl: `${amazon.url}/token`, clientId: 'client', clientSecret: 'secret' };
      const clock = testClock(observedAt);
      const marketplace = createMarketplace({ config, clock, random: systemRandom, buckets: unmetered });
      const access = { sellingPartnerId: 'OURS', region: place(code).region, refreshToken: 'Atzr|refresh' };
      return askSource(source, clock, { marketplace, pages: null, access, place: place(code), targets, options: {} });
    },
  };
}

/** The target n: by default the listing SKU-n of product n. */
export const target = (n: number, more: Partial<Target> = {}): Target => ({
  productId: String(n),
  asin: `B00000000${n}`,
  sku: `SKU-${n}`,
  ...more,
});
