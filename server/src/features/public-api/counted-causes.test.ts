import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { testApi } from '../../../testing/http/api.ts';
import { newToken } from '../../../testing/http/populated-owner.ts';
import { buildProductOf, observeOffersOf } from '../../../testing/observing/products.ts';

const api = testApi();

test.each([
  ['of a kind that the plan lacks', sql`update tenants set suppressed_types = '{lostBuybox}' where true`],
  ['of a kind that is in preview', sql`update tenants set group_statuses = '{"lostBuybox": 20}' where true`],
  ['that is muted', sql`update items set muted_until = '2100-01-01' where type = 'lostBuybox'`],
  ['that is done', sql`update items set issue_status = 3 where type = 'lostBuybox'`],
])('an open alert is explained by no problem %s', async (_kind, change) => {
  const owner = await api.owner();
  const product = await buildProductOf(api.worker, owner);
  const see = observeOffersOf(api, owner.tenantId, product);
  await see(false);
  api.clock.advance(hourMs);
  await see(true);
  await sql`${change} and tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  const token = await newToken(owner, ['catalogue:read']);
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await api.app.inject({ url: '/api/v1/alerts?state=open', headers })).json();

  expect(data).toMatchObject([{ watchdog: 'prime', incident: { cause: null, watchdogs: ['prime'], text: null } }]);
});
