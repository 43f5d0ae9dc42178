import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeMailLink, followMailLink } from '@app/shared/contract/mail-links.ts';
import { createKeyword } from '@app/shared/contract/triage.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { linksFor } from '../composing/mail-links.ts';

const api = testApi();

test('a link about a keyword names its phrase, and does not count as used when another keyword was muted', async () => {
  const owner = await api.owner();
  const { tenantId, email } = owner;
  const { productId } = await buildProductOf(api.worker, owner, { name: 'Skillet' });
  const {
    rows: [address],
  } = await api.worker.tenant(tenantId, (tx) =>
    sql<{ id: string }>`select email_address_id as id from email_addresses where tenant_id = ${tenantId}`.execute(tx),
  );
  const links = linksFor(api.ctx, { tenantId, email, emailAddressId: address?.id ?? '' });
  const tokenOf = async (keyword: string) => {
    const body = { productId, keyword, absoluteThreshold: 20 };
    const { watchDogId } = await owner.call(createKeyword, { body });
    return new URL(links.mute({ itemId: watchDogId, revision: 0 })).hash.slice(1);
  };
  const [pan, steel] = [await tokenOf('cast iron pan'), await tokenOf('steel pan')];
  const describe = (token: string) => api.browser().call(describeMailLink, { body: { token } });

  await api.browser().call(followMailLink, { body: { token: pan } });

  expect(await describe(pan)).toMatchObject({
    productName: 'Skillet, cast iron pan',
    usedAt: api.clock.now().toISOString(),
  });
  expect(await describe(steel)).toMatchObject({ productName: 'Skillet, steel pan', usedAt: null });
});
