import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  databaseUrls,
  prepareDatabase,
  roles,
  superuserUrl,
  withClient,
} from '../../../../scripts/postgres/database.ts';
import { testPasswords } from '../../../testing/database/nodes.ts';
import { testNow } from '../../../testing/database/postgres.ts';
import { grantAccess } from './access.ts';
import { migrate } from './migrate.ts';
import { createPartitions } from './partitions.ts';

const name = 'test_upgrade';
const { port } = inject('postgres');
const admin = superuserUrl(port, testPasswords);
const { ownerUrl } = databaseUrls(port, testPasswords, name);
const owner = { apiRole: roles.api, workerRole: roles.worker };
const tenantId = '0e2c7d1e-6b0f-4a3e-9f5c-000000000001';

beforeAll(() => withClient(admin, (client) => prepareDatabase(client, name)));
afterAll(() => withClient(admin, async (client) => void (await client.query(`drop database ${name} with (force)`))));

/** Applies the migrations before the given number, as the release before it did, access included. */
async function migrateTo(number: string): Promise<void> {
  const folder = new URL('../../../migrations/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql') && file < number).toSorted();
  await withClient(ownerUrl, async (client: pg.Client) => {
    await client.query('create table migrations (name text primary key, applied_at timestamptz default now())');
    for (const file of files) {
      await client.query(await readFile(new URL(file, folder), 'utf8'));
      await client.query('insert into migrations (name) values ($1)', [file]);
    }
    await createPartitions(client, testNow);
    await grantAccess(client, { ...owner, isForced: true });
  });
}

test('an upgrade sees the rows of tenants: a named message to a channel keeps its id, and each tenant gets a subscription', async () => {
  await migrateTo('0030');
  await withClient(admin.replace(/postgres$/, name), async (client) => {
    await client.query(
      `insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
       values ($1, 'Upgraded', 'brand', 'epoch', $2, $2)`,
      [tenantId, testNow],
    );
    await client.query(
      `with channel as (
         insert into channels (tenant_id, kind, name, sealed_address, address_hint, created_at)
         values ($1, 'webhook', 'Warehouse', 'sealed', 'hint', $2)
         returning channel_id
       )
       insert into deliveries (
         tenant_id, flip_at, flip_id, email_address_id, channel, target_id, state, next_attempt_at, attempts, message_id
       )
       select $1, $2, flip_id, 0, 'webhook', c.channel_id, 'pending', $2, 2, message_id
         from channel c cross join (values (1, 'msg_one'), (2, 'msg_one'), (3, null)) as f (flip_id, message_id)`,
      [tenantId, testNow],
    );
  });

  await migrate({ ownerUrl, ...owner, now: testNow });

  const { rows } = await withClient(admin.replace(/postgres$/, name), (client) =>
    client.query('select message_id as id, recipient, purpose, state, attempts, due_at as "dueAt" from messages'),
  );
  expect(rows).toEqual([
    { id: 'msg_one', recipient: 'Warehouse', purpose: 'alert', state: 'waiting', attempts: 2, dueAt: testNow },
  ]);

  const { rows: subscriptions } = await withClient(admin.replace(/postgres$/, name), (client) =>
    client.query(
      `select state, period_from::text as "periodFrom", closed_through::text as "closedThrough", billing_name as "billingName",
              (select served_from from service_periods) as "servedFrom"
         from tenant_subscriptions`,
    ),
  );
  expect(subscriptions).toEqual([
    {
      state: 'trial',
      periodFrom: '2026-06-16',
      closedThrough: '2026-06-14',
      billingName: 'Upgraded',
      servedFrom: testNow,
    },
  ]);
});
