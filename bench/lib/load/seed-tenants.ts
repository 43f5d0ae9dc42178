import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { refreshTokenPlace } from '../../../server/src/features/sellers/standing/access.ts';
import { encryptSecret, hashToken, parseEncryptionKeys, type EncryptionKeys } from '../../../server/src/lib/secrets.ts';
import { connectSellerAccount, runUntil, unsettledSources } from '../cost/day.ts';
import { answerFetch } from '../cost/fetch.ts';
import { openWorkerParts } from '../cost/house.ts';
import { settlingHours } from '../cost/run.ts';
import { benchCatalogue, costWorld, hourMs } from '../cost/world.ts';
import type { BenchHouse } from '../house/bench-house.ts';
import { copyTenant } from './copy-tenant.ts';
import { refreshTokenOf, sellerIdOf } from './sellers.ts';

interface TenantsOptions {
  readonly tenants: number;
  readonly productsPerTenant: number;
  /** The address of the webhook of every tenant. */
  readonly webhookUrl: string;
}

/**
 * Creates tenants whose products have been watched for a while. Code of the product watches a template tenant in
 * virtual time until all its sources have settled, and the tenants are copies of it. Returns the ids of the tenants, in
 * the order of their sellers, and the instant up to which the orders are known.
 */
export async function seedTenants(
  house: BenchHouse,
  options: TenantsOptions,
): Promise<{ readonly tenantIds: readonly string[]; readonly settledAt: number }> {
  const settledAt = Date.now();
  const template = await settleTemplate(house, options.productsPerTenant, settledAt);
  const tenantIds = Array.from({ length: options.tenants }, () => randomUUID());
  const keys = parseEncryptionKeys(house.encryptionKeys);
  await withClient(house.superuserUrl, async (client) => {
    await copyTenant(client, template, tenantIds);
    await client.query('delete from tenants where tenant_id = $1', [template]);
    await client.query('delete from selling_partners where tenant_id = $1', [template]);
    await client.query("update tenants set trial_ends_at = now() + interval '30 days'");
    await giveRefreshTokens(client, keys, tenantIds);
    await openWebhooks(client, keys, options.webhookUrl);
    await wantPrices(client);
    await openIssues(client);
    await client.query('vacuum analyze');
  });
  return { tenantIds, settledAt };
}

async function settleTemplate(house: BenchHouse, products: number, until: number): Promise<string> {
  const { database, encryptionKeys } = house;
  if (!database) throw new Error('The house has a database of its own');
  const start = until - settlingHours(products) * hourMs;
  const parts = openWorkerParts({ database, encryptionKeys, start, hasPush: true });
  const world = costWorld({ catalogue: benchCatalogue(products), from: until });
  const network = answerFetch(world, parts.meter);
  try {
    world.moveTo(start);
    const tenantId = await connectSellerAccount(parts);
    await runUntil({ house: parts, world, hasPush: true }, until);
    const late = await unsettledSources(parts);
    if (late.length > 0) throw new Error(`Not settled after ${settlingHours(products)} h: ${late.join(', ')}`);
    return tenantId;
  } finally {
    network.restore();
    await parts.close();
  }
}

/**
 * Stores a refresh token for each tenant. A token is encrypted for its tenant, so it cannot be copied from the
 * template.
 */
async function giveRefreshTokens(client: Client, keys: EncryptionKeys, tenantIds: readonly string[]): Promise<void> {
  const sealed = tenantIds.map((tenantId, seller) => {
    const place = refreshTokenPlace({ tenantId, sellingPartnerId: sellerIdOf(seller), region: 'NA' });
    return encryptSecret(keys, place, refreshTokenOf(seller));
  });
  await client.query(
    `update seller_accounts a
        set refresh_token = t.sealed
       from unnest($1::uuid[], $2::text[]) as t (tenant_id, sealed)
      where a.tenant_id = t.tenant_id`,
    [tenantIds, sealed],
  );
}

async function openWebhooks(client: Client, keys: EncryptionKeys, url: string): Promise<void> {
  const { rows } = await client.query<{ tenantId: string; id: string }>(
    `insert into channels (tenant_id, kind, name, sealed_address, address_hint, created_at)
     select t.tenant_id, 'webhook', 'Bench', '', 'bench', now() from tenants t
     returning tenant_id as "tenantId", channel_id as id`,
  );
  const sealed = rows.map(({ tenantId, id }) =>
    encryptSecret(keys, { tenantId, row: `channels/${id}`, purpose: 'address' }, url),
  );
  await client.query(
    `update channels c
        set sealed_address = a.sealed
       from unnest($1::uuid[], $2::bigint[], $3::text[]) as a (tenant_id, channel_id, sealed)
      where (c.tenant_id, c.channel_id) = (a.tenant_id, a.channel_id)`,
    [rows.map(({ tenantId }) => tenantId), rows.map(({ id }) => id), sealed],
  );
}

/**
 * Switches messages about prices on. They are off by default, and half of the measured changes are changes of prices.
 */
async function wantPrices(client: Client): Promise<void> {
  const settings = { PRICE: ['RED', 'AMBER', 'GREEN'] };
  for (const table of ['email_addresses', 'channels']) {
    await client.query(`update ${table} set alert_settings = $1`, [JSON.stringify(settings)]);
  }
}

/**
 * Makes items red that only facts of the aspect `catalog` can make green again, so that people have issues to work on.
 */
async function openIssues(client: Client): Promise<void> {
  const types = watchdogs.filter(({ reads }) => reads.every((aspect) => aspect === 'catalog')).map(({ type }) => type);
  await client.query(
    `update items
        set status = 2, message = 'The main image is missing', changed_at = now(), revision = 1
      where type = any ($1)
        and status = 0
        and product_id % 33 = 0`,
    [types],
  );
}

export interface BenchSession {
  readonly tenantId: string;
  readonly cookie: string;
}

/** Creates sessions of the tenants' owners, one tenant after the other, until there are `count` sessions. */
export async function openSessions(
  client: Client,
  { tenantIds, count }: { readonly tenantIds: readonly string[]; readonly count: number },
): Promise<readonly BenchSession[]> {
  const sessions = Array.from({ length: count }, (_, n) => ({
    tenantId: tenantIds[n % tenantIds.length] ?? '',
    secret: randomBytes(32).toString('base64url'),
  }));
  await client.query(
    `insert into sessions (tenant_id, session_hash, email_address_id, keep_me_signed_in, created_at, expires_at,
                           last_seen_at, proved_at)
     select s.tenant_id, s.hash, e.email_address_id, true, now(), now() + interval '9 days', now(), now()
       from unnest($1::uuid[], $2::text[]) as s (tenant_id, hash)
       join email_addresses e on e.tenant_id = s.tenant_id and e.is_primary`,
    [sessions.map(({ tenantId }) => tenantId), sessions.map(({ secret }) => hashToken(secret))],
  );
  return sessions.map(({ tenantId, secret }) => ({ tenantId, cookie: `watchpost_session=${tenantId}.${secret}` }));
}
