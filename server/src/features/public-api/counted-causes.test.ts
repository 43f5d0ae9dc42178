import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { offersFacts } from '../../../testing/database/factories.ts';
import { testApi } from '../../../testing/http/api.ts';
import { newToken } from '../../../testing/http/populated-owner.ts';
import { buildProductOf } from '../../../testing/observing/products.ts';
import { createJudging } from '../judging/ingest.ts';

const api = testApi();

test.each([
  ['of a kind that the plan lacks', sql`update tenants set suppressed_types = '{lostBuybox}' where true`],
  ['of a kind that is in preview', sql`update tenants set group_statuses = '{"lostBuybox": 20}' where true`],
  ['that is muted', sql`update items set muted_until = '2100-01-01' where type = 'lostBuybox'`],
  ['that is done', sql`update items set issue_status = 3 where type = 'lostBuybox'`],
])('an open alert is explained by no problem %s', async (_kind, change) => {
  const owner = await api.owner();
  const { productId, sellerKey } = await buildProductOf(api.worker, owner);
  const see = (isLost: boolean) => {
    const { offers, ...facts } = offersFacts({
      sellerKey,
      others: [{ sellerId: 'A2UKR47RHS0DCY', cents: 2990, wins: isLost }],
    });
    const seen = { ...facts, offers: offers.map((offer) => ({ ...offer, isPrime: offer.isMine && !isLost })) };
    const observation = { productId, aspect: 'offers', sku: 'PAN', observedAt: api.clock.now(), facts: seen } as const;
    return createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, [observation]);
  };
  await see(false);
  api.clock.advance(hourMs);
  await see(true);
  await sql`${change} and tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  const token = await newToken(owner, ['catalogue:read']);
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await api.app.inject({ url: '/api/v1/alerts?state=open', headers })).json();

  expect(data).toMatchObject([{ watchdog: 'prime', incident: { cause: null, watchdogs: ['prime'], text: null } }]);
});
