import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeMailLink, followMailLink } from '@app/shared/contract/mail-links.ts';
import { createKeyword } from '@app/shared/contract/triage.ts';
import { type Owner, testApi } from '../../../../testing/http/api.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { linksFor, type MailLinks } from '../composing/mail-links.ts';

const api = testApi();

const describe = (token: string) => api.browser().call(describeMailLink, { body: { token } });
const tokenIn = (link: string): string => new URL(link).hash.slice(1);

async function linksOf({ tenantId, email }: Owner): Promise<MailLinks> {
  const { rows } = await api.worker.tenant(tenantId, (tx) =>
    sql<{ id: string }>`select email_address_id as id from email_addresses where tenant_id = ${tenantId}`.execute(tx),
  );
  return linksFor(api.ctx, { tenantId, email, emailAddressId: rows[0]?.id ?? '' });
}

test('a link about a keyword names its phrase, and does not count as used when another keyword was muted', async () => {
  const owner = await api.owner();
  const { productId } = await buildProductOf(api.worker, owner, { name: 'Skillet' });
  const links = await linksOf(owner);
  const tokenOf = async (keyword: string) => {
    const body = { productId, keyword, absoluteThreshold: 20 };
    const { watchDogId } = await owner.call(createKeyword, { body });
    return tokenIn(links.mute({ itemId: watchDogId, revision: 0 }));
  };
  const [pan, steel] = [await tokenOf('cast iron pan'), await tokenOf('steel pan')];

  await api.browser().call(followMailLink, { body: { token: pan } });

  expect(await describe(pan)).toMatchObject({
    productName: 'Skillet, cast iron pan',
    usedAt: api.clock.now().toISOString(),
  });
  expect(await describe(steel)).toMatchObject({ productName: 'Skillet, steel pan', usedAt: null });
});

test('a link does not count as used when the same was done for a product of another seller account with its name', async () => {
  const owner = await api.owner();
  const products = [await buildProductOf(api.worker, owner), await buildProductOf(api.worker, owner)];
  const links = await linksOf(owner);
  const [one = '', other = ''] = products.map(({ productId }) =>
    tokenIn(links.mute({ itemId: `imageMissing-${productId}`, revision: 0 })),
  );

  await api.browser().call(followMailLink, { body: { token: one } });

  expect(await describe(one)).toMatchObject({ usedAt: api.clock.now().toISOString() });
  expect(await describe(other)).toMatchObject({ usedAt: null });
});

test('a link that was used before its entry named the seller account still counts as used', async () => {
  const owner = await api.owner();
  const { productId } = await buildProductOf(api.worker, owner);
  const links = await linksOf(owner);
  const token = tokenIn(links.mute({ itemId: `imageMissing-${productId}`, revision: 0 }));
  await api.browser().call(followMailLink, { body: { token } });
  await sql`
    update audit_events set details = details - 'ASIN' - 'seller account'
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  expect(await describe(token)).toMatchObject({ usedAt: api.clock.now().toISOString() });
});
