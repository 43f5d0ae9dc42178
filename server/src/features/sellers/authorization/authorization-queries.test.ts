import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';
import { buildTenant, openTestDb } from '../../../../testing/database/factories.ts';
import type { Db } from '../../../lib/db/db.ts';
import { insertAuthorizationRequest, takeAuthorizationRequest } from './authorization-queries.ts';

const database = testDatabase();
const now = new Date('2026-11-20T08:00:00Z');
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

test('an authorisation is finished once, and only by the person and in the session that began it', async () => {
  const { tenantId, owner } = await buildTenant(db);
  const key = { tenantId, stateHash: 'hash', sessionHash: 'session', emailAddressId: owner.emailAddressId };
  const request = { region: 'EU', returnPath: '/connect', accountName: null, expectedSellerKey: null } as const;
  const expiresAt = new Date(now.getTime() + 600_000);

  const answers = await db.tenant(tenantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into email_addresses (tenant_id, email, is_primary, is_user, created_at)
      values (${tenantId}, 'colleague@example.test', false, true, ${now})
      returning email_address_id as id`.execute(tx);
    await insertAuthorizationRequest(tx, { ...request, ...key, expiresAt, now });
    const colleague = { ...key, emailAddressId: rows[0]?.id ?? '' };
    return [
      await takeAuthorizationRequest(tx, colleague),
      await takeAuthorizationRequest(tx, { ...key, sessionHash: 'another' }),
      await takeAuthorizationRequest(tx, key),
      await takeAuthorizationRequest(tx, key),
    ];
  });

  expect(answers).toEqual([null, null, { ...request, expiresAt }, null]);
});
