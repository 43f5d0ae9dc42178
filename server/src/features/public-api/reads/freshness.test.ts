import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { listFreshness } from '@app/shared/contract/public-api/account.ts';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { insertSellerAccount } from '../../../../testing/observing/seller-accounts.ts';

const api = testApi();

test('a source that is checked between two pages of freshness is on one of them', async () => {
  const owner = await api.owner();
  const sellerAccountId = await withClient(api.database.superuserUrl, (client) =>
    insertSellerAccount(client, { tenantId: owner.tenantId, name: 'Shop' }),
  );
  const sources = ['catalog-items', 'listing-offers', 'listings-items'];
  const check = (source: string, at: Date) =>
    api.worker.tenant(owner.tenantId, (tx) =>
      sql`
        insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
        values (${owner.tenantId}, ${sellerAccountId}, 'US', ${source}, ${at}, ${at})
            on conflict (tenant_id, seller_account_id, marketplace, source) do update
           set confirmed_at = excluded.confirmed_at`.execute(tx),
    );
  for (const source of sources) await check(source, api.clock.now());
  const { token } = await owner.call(createAccessToken, { body: { name: 'Program', scopes: ['catalogue:read'] } });
  const read = async (cursor: string | null) => {
    const url = `${listFreshness.path}?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`;
    const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    return listFreshness.response.parse(answer.json());
  };

  const seen: string[] = [];
  for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages += 1) {
    const page = await read(cursor);
    seen.push(...page.data.map(({ source }) => source));
    cursor = page.nextCursor;
    api.clock.advance(hourMs);
    for (const source of sources.filter((one) => !seen.includes(one))) await check(source, api.clock.now());
  }

  expect(seen.toSorted()).toEqual(sources.toSorted());
});
