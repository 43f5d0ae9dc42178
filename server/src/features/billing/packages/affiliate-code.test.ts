import { beforeEach, expect, test } from 'vitest';
import { firstPromoter as call } from '@app/shared/contract/billing.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { testClock } from '../../../../testing/clock.ts';
import { firstPromoter } from '../../../external/affiliate/first-promoter.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { systemRandom } from '../../../lib/random.ts';
import { affiliateCode } from './affiliate-code.ts';

const service = answering();
const api = testApi();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const ip = '203.0.113.9';

beforeEach(() => {
  service.asked.length = 0;
  service.respond(({ headers, url }) => {
    if (headers.authorization !== 'Bearer the key' || headers['account-id'] !== 'acme') return { status: 401 };
    const isKnown = ['/anna%26co?', '/blocked?'].some((path) => url.includes(`${path}find_by=ref_token`));
    if (!isKnown) return { status: 404 };
    const campaigns = [
      { state: 'accepted', ref_token: 'other', coupon: 'OTHER' },
      { state: 'blocked', ref_token: 'blocked', coupon: 'BLOCKED' },
      { state: 'accepted', ref_token: 'anna&co', coupon: 'ANNA25' },
    ];
    return { body: { id: 1, promoter_campaigns: campaigns } };
  });
});

const asked = (reference: string, key = 'the key') => {
  const affiliates = firstPromoter({ url: service.url, key, accountId: 'acme' }, { clock, random: systemRandom });
  return affiliateCode({ ...api.ctx, log: api.ctx.log, clock, affiliates }, { reference, ip });
};

test('the promo code is that of the affiliate whose link was followed', async () => {
  expect(await asked('anna&co')).toBe('ANNA25');
  expect(await asked('nobody')).toBeNull();
  expect(await asked('blocked')).toBeNull();
});

test.each([{ status: 401 }, { status: 500 }, { body: 'no JSON' }, null])(
  'an affiliate service that answers %j does not block a sign-up',
  async (answer) => {
    service.respond(() => answer);

    expect(await asked('anna&co')).toBeNull();
  },
);

test('an affiliate service that fails is not asked again when the time of the person who waits is over', async () => {
  service.respond(() => ({ status: 503 }));
  const pausing = {
    ...clock,
    pause: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
  };
  const config = { url: service.url, key: 'the key', accountId: 'acme' };

  // A lookup without a limit would pause for ever.
  const found = firstPromoter(config, { clock: pausing, random: systemRandom, lookUpMs: 200 }).findPromoCode('anna&co');

  await expect(found).rejects.toThrow(ExternalError);
  expect(service.asked).toHaveLength(1);
});

test('without an affiliate service there is no code', async () => {
  expect(await api.browser().call(call, { query: { ref_id: 'anna&co' } })).toEqual({ promo_code: null });
});
