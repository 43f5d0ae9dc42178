import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSession, setSessionHash } from '../src/features/auth/sessions/session-queries.ts';
import {
  insertAuthorizationRequest,
  takeAuthorizationRequest,
} from '../src/features/sellers/authorization/authorization-queries.ts';
import type { Db } from '../src/lib/db/db.ts';
import { testDatabase } from '../testing/database/database.ts';
import { buildTenant, openTestDb } from '../testing/database/factories.ts';

const database = testDatabase();
const now = new Date('2026-11-20T08:00:00Z');
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

test('an authorisation goes on when its session gets another hash, because the password was given in another tab', async () => {
  const { tenantId, owner } = await buildTenant(db);
  const { emailAddressId } = owner;
  const begun = { region: 'EU', returnPath: '/connect', accountName: null, expectedSellerKey: null } as const;
  const key = { tenantId, stateHash: 'hash', sessionHash: 'former', emailAddressId };
  const expiresAt = new Date(now.getTime() + 600_000);

  const taken = await db.tenant(tenantId, async (tx) => {
    const session = { tenantId, sessionHash: 'former', emailAddressId, keepMeSignedIn: false, browser: null };
    await insertSession(tx, { ...session, createdAt: now, expiresAt });
    await insertAuthorizationRequest(tx, { ...begun, ...key, expiresAt, now });
    await setSessionHash(tx, {
      former: { tenantId, sessionHash: 'former' },
      sessionHash: 'next',
      appSecret: null,
      now,
    });
    return [
      await takeAuthorizationRequest(tx, key),
      await takeAuthorizationRequest(tx, { ...key, sessionHash: 'next' }),
    ];
  });

  expect(taken).toEqual([null, { ...begun, expiresAt }]);
});
