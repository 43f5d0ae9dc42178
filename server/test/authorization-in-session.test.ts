import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSession, setSessionHash } from '../src/features/auth/sessions/session-queries.ts';
import { insertConnectionRequest, takeConnectionRequest } from '../src/features/connections/request-queries.ts';
import { saveSubscription } from '../src/features/delivering/browsers/push-subscription-queries.ts';
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

test('a consent to another service, and the notifications of the browser, go on in the same way', async () => {
  const { tenantId, owner } = await buildTenant(db);
  const { emailAddressId } = owner;
  const begun = { tenantId, stateHash: 'hash', sessionHash: 'former', emailAddressId, service: 'advertising' } as const;
  const expiresAt = new Date(now.getTime() + 600_000);
  const consent = { subject: '1', returnPath: '/settings', sealedVerifier: 'k1.x', expiresAt };

  const { taken, told } = await db.tenant(tenantId, async (tx) => {
    const session = { tenantId, sessionHash: 'former', emailAddressId, keepMeSignedIn: false, browser: null };
    await insertSession(tx, { ...session, createdAt: now, expiresAt });
    await insertConnectionRequest(tx, { ...begun, ...consent });
    const endpoint = { endpointHash: 'endpoint', sealed: 'k1.x', createdAt: now };
    await saveSubscription(tx, { tenantId, sessionHash: 'former', emailAddressId, ...endpoint });
    const former = { tenantId, sessionHash: 'former' };
    await setSessionHash(tx, { former, sessionHash: 'next', appSecret: null, now });
    const { rows } = await sql`
      select s.session_hash as "sessionHash" from push_subscriptions s where s.tenant_id = ${tenantId}`.execute(tx);
    return { taken: await takeConnectionRequest(tx, { ...begun, sessionHash: 'next' }), told: rows };
  });

  expect(taken).toEqual(consent);
  expect(told).toEqual([{ sessionHash: 'next' }]);
});
