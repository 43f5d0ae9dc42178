import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { ExternalError } from '../../../../external/marketplace/external-error.ts';
import type { Actor } from '../../../../http/actor.ts';
import { observingWorld, type ConnectedTenant } from '../../../../../testing/observing/observing.ts';
import { beginAdConnect, finishAdConnect } from '../../../advertising/connect-advertising.ts';
import { findConnection } from '../../../connections/connection-queries.ts';
import { listUntoldBreaks } from '../../../connections/standing-queries.ts';
import { runDue } from '../../sweeping/running/run-due.ts';

const larkhollow = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
const world = observingWorld({ environment: { PUBLIC_URL: 'http://127.0.0.1:4000' } });
let tenant: ConnectedTenant;
let actor: Actor;

beforeAll(async () => {
  tenant = await world.settle(larkhollow);
  const [row] = await world.rows(sql<{ id: string }>`
    insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
    values (${tenant.tenantId}, 'ada@example.com', true, true, now(), now())
    returning email_address_id as id`);
  actor = {
    tenantId: tenant.tenantId,
    emailAddressId: row?.id ?? '',
    email: 'ada@example.com',
    isOwner: true,
    hiddenSellerAccountIds: [],
    sessionHash: 'session',
    isServed: true,
  };
  await connect();
});

/** Consents at the sandbox and returns to the product. */
async function connect(): Promise<void> {
  const { location, nonce } = await beginAdConnect(world.ctx, actor, tenant.sellerAccountId);
  const { origin, pathname, searchParams } = new URL(location);
  const form = { ...Object.fromEntries(searchParams), selling_partner_id: larkhollow.sellingPartnerId };
  const response = await fetch(origin + pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...form, decision: 'allow' }),
  });
  const back = new URL(response.headers.get('location') ?? '').searchParams;
  const answer = { nonce, state: back.get('state') ?? '', code: back.get('code') ?? '', error: undefined };
  expect(await finishAdConnect(world.ctx, actor, answer)).toMatch(/^\/settings\?connected/);
}

const happen = (event: object) => world.sandbox.control('POST', '/sandbox/advertising', event);
const ofSweep = () => sql`tenant_id = ${tenant.tenantId} and source = 'advertising'`;

/** Begins a pass and runs it to its end. The sandbox writes reports by its own clock. */
async function readReports(): Promise<void> {
  const startedAt = world.clock.now();
  await world.rows(sql`update sweeps set due_at = ${startedAt} where ${ofSweep()}`);
  await vi.waitFor(
    async () => {
      await world.runAllDue((key) => key.tenantId === tenant.tenantId && key.source === 'advertising');
      const unfinished = await world.rows(sql`
        select 1 from sweeps where ${ofSweep()} and (finished_at is null or finished_at < ${startedAt})`);
      expect(unfinished).toEqual([]);
    },
    { timeout: 200_000 },
  );
}

const connection = async () => {
  const place = { tenantId: tenant.tenantId, service: 'advertising', subject: tenant.sellerAccountId };
  const found = await world.ctx.db.tenant(tenant.tenantId, (tx) => findConnection(tx, place));
  if (!found) throw new Error('There is no connection');
  return found;
};

const reported = () =>
  world.rows(sql<{ marketplace: string; from: string; to: string; days: number }>`
    select marketplace, min(day)::text as "from", max(day)::text as "to", count(*)::int as days
      from advertising_reported_days
     where tenant_id = ${tenant.tenantId}
       and advertised_read_at is not null
       and purchased_read_at is not null
     group by marketplace order by marketplace`);

const sums = async () => {
  const [row] = await world.rows(sql<{ ads: number; cost: number; most: number }>`
    select sum(d.same_units + d.other_units)::int as ads,
           sum(d.cost_cents)::int as cost,
           max(d.same_units + d.other_units - coalesce(s.units, 0))::int as most
      from advertising_days d
      left join sales_days s using (tenant_id, product_id, day)
     where d.tenant_id = ${tenant.tenantId}`);
  return row;
};

/** The tracked products that polls do not name as changed since this version. */
const unchangedSince = async (version: string) =>
  world.rows(sql<{ productId: string }>`
    select product_id as "productId"
      from products
     where tenant_id = ${tenant.tenantId} and is_tracked and version <= ${version}::bigint`);

const worldVersion = async (): Promise<string> => {
  const [row] = await world.rows(sql<{ version: string }>`
    select world_version as version from tenants where tenant_id = ${tenant.tenantId}`);
  return row?.version ?? '';
};

test('the first pass reads a month until yesterday, of all marketplaces, and no product sold more by advertising than at all', async () => {
  const version = await worldVersion();
  await readReports();

  expect(await reported()).toEqual([
    { marketplace: 'CA', from: '2026-05-15', to: '2026-06-14', days: 31 },
    { marketplace: 'US', from: '2026-05-15', to: '2026-06-14', days: 31 },
  ]);
  const { ads, cost, most } = (await sums()) ?? {};
  expect(ads).toBeGreaterThan(100);
  expect(cost).toBeGreaterThan(100_000);
  expect(most).toBe(0);
  expect(await connection()).toMatchObject({ state: 'connected', reason: null, failures: 0 });
  // The first report of a marketplace turns unknown costs into zero for every product.
  expect(await unchangedSince(version)).toEqual([]);
});

test('a later pass reads the last two weeks anew and changes nothing that is the same', async () => {
  const [advertised] = await world.rows(sql<{ productId: string }>`
    select product_id as "productId"
      from advertising_days
     where tenant_id = ${tenant.tenantId} and cost_cents > 0 and day > '2026-06-10'
     order by product_id limit 1`);
  await world.rows(sql`delete from sales_days where product_id = ${advertised?.productId}`);
  const version = await worldVersion();
  const before = await sums();
  const startedAt = world.clock.now();

  await readReports();

  expect(await sums()).toEqual(before);
  const fresh = await world.rows(sql`
    select marketplace, min(day)::text as "from", count(*)::int as days
      from advertising_reported_days
     where tenant_id = ${tenant.tenantId}
       and advertised_read_at >= ${startedAt}
       and purchased_read_at >= ${startedAt}
     group by marketplace order by marketplace`);
  expect(fresh).toEqual([
    { marketplace: 'CA', from: '2026-06-01', days: 14 },
    { marketplace: 'US', from: '2026-06-01', days: 14 },
  ]);
  // A product that is advertised and does not sell has costs to show.
  expect(await unchangedSince(version)).not.toContainEqual(advertised);
});

test('throttled calls, failed reports, damaged documents and expired addresses delay the reports only', async () => {
  const before = await sums();
  for (const type of ['throttled', 'reportFailed', 'damagedDocument']) await happen({ type });
  // The address is requested to learn the state of the report, and again for its document.
  await happen({ type: 'urlExpired', count: 2 });

  await readReports();

  expect(await sums()).toEqual(before);
  expect(await connection()).toMatchObject({ state: 'connected', failures: 0 });
  const refusals = JSON.stringify(await world.sandbox.control('GET', '/sandbox/ledger?after=0'));
  expect(refusals).toContain('Too Many Requests');
  expect(refusals).toContain('Request has expired');
});

test('rows that are missing in a later report are removed', async () => {
  const [row] = await world.rows(sql<{ productId: string }>`
    insert into advertising_days (tenant_id, product_id, day, same_units, other_units, cost_cents)
    select p.tenant_id, p.product_id, date '2026-06-10', 9000, 9000, 9000
      from products p
     where p.tenant_id = ${tenant.tenantId} and p.marketplace = 'US'
     limit 1
        on conflict (tenant_id, product_id, day) do update set same_units = 9000, other_units = 9000
    returning product_id as "productId"`);

  await readReports();

  const [after] = await world.rows(sql<{ units: number }>`
    select same_units + other_units as units from advertising_days
     where product_id = ${row?.productId} and day = '2026-06-10'`);
  expect(after?.units).toBeLessThan(9000);
});

test('a consent that was withdrawn at Amazon ends the connection with its reason, is told once and read no more', async () => {
  await happen({ type: 'consentWithdrawn', sellerId: larkhollow.sellingPartnerId });
  await world.rows(sql`update connections set access_token = null, access_expires_at = null`);

  await readReports();

  expect(await connection()).toMatchObject({
    state: 'error',
    reason: expect.stringContaining('no longer lets Watchpost in'),
    nextTryAt: null,
    encryptedRefreshToken: null,
  });
  const untold = await listUntoldBreaks(world.ctx.db.global);
  expect(untold).toEqual([{ tenantId: tenant.tenantId, connectionId: (await connection()).connectionId }]);
  expect((await reported()).map(({ days }) => days)).toEqual([31, 31]);

  await connect();
  await readReports();
  expect(await connection()).toMatchObject({ state: 'connected', reason: null });
});

test('an access token that is refused although it is new ends the connection as well', async () => {
  await happen({ type: 'consentWithdrawn', sellerId: larkhollow.sellingPartnerId });

  await readReports();

  expect(await connection()).toMatchObject({ state: 'error', nextTryAt: null });
});

test('a refusal that comes after the user has connected again does not end the new connection', async () => {
  await connect();
  const real = world.ctx.advertising;
  if (!real) throw new Error('No application is registered for advertising');
  const refused = new ExternalError('createAdsReport', 'status 403', { isPermanent: true, status: 403 });
  const advertising = {
    ...real,
    async createReport() {
      world.clock.advance(1);
      await connect();
      throw refused;
    },
  };
  const key = { ...tenant, marketplace: '', source: 'advertising' };

  await runDue({ ...world.ctx, advertising }, key, new AbortController().signal);

  expect(await connection()).toMatchObject({ state: 'pending', encryptedRefreshToken: expect.any(String) });
});
