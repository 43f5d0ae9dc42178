import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import { describeMailLink, followMailLink } from '@app/shared/contract/mail-links.ts';
import { muteItem } from '@app/shared/contract/triage.ts';
import { type Owner, testApi } from '../../../../testing/http/api.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { linksFor } from '../composing/mail-links.ts';

const api = testApi();
let owner: Owner;
let itemId: string;
let link: string;

beforeEach(async () => {
  owner = await api.owner();
  const { productId } = await buildProductOf(api.worker, owner, { name: 'Kettle' });
  itemId = `imageMissing-${productId}`;
  const [address] = await rows<{ id: string }>(sql`
    select email_address_id as id from email_addresses where tenant_id = ${owner.tenantId}`);
  const { tenantId, email } = owner;
  link = linksFor(api.ctx, { tenantId, email, emailAddressId: address?.id ?? '' }).mute({ itemId, revision: 0 });
});

const rows = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await api.worker.tenant(owner.tenantId, (tx) => query.execute(tx))).rows;
const token = () => new URL(link).hash.slice(1);
/** A browser without a session. */
const follow = () => api.browser().call(followMailLink, { body: { token: token() } });
const describe = () => api.browser().call(describeMailLink, { body: { token: token() } });
const muteInPage = (minutes: number) => owner.call(muteItem, { params: { id: itemId }, body: { minutes } });

const mutes = () =>
  rows<{ mutedUntil: Date }>(sql`
    select muted_until as "mutedUntil"
      from items
     where tenant_id = ${owner.tenantId} and muted_until is not null`);
const trail = () => rows(sql`select action, at from audit_events where tenant_id = ${owner.tenantId} order by at`);
const inDays = (days: number) => new Date(api.clock.now().getTime() + days * dayMs);

test('a link never shortens a mute: one that was set since for longer stays, and the link says until when', async () => {
  await follow();
  const until = inDays(7);
  await muteInPage(7 * 1440);
  const left = await trail();

  const told = [await describe(), await follow()];

  const longer = { isMutedLonger: true, mutedUntil: until.toISOString() };
  expect(told).toMatchObject([longer, longer]);
  expect(await mutes()).toEqual([{ mutedUntil: until }]);
  expect(await trail()).toEqual(left);
});

test('a link lengthens a mute that ends sooner, and says until when', async () => {
  await muteInPage(60);
  const until = inDays(1);
  const shorter = { isMutedLonger: false, mutedUntil: until.toISOString() };

  expect(await describe()).toMatchObject(shorter);
  expect(await follow()).toMatchObject(shorter);

  expect(await mutes()).toEqual([{ mutedUntil: until }]);
});
