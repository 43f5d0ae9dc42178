import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { ErrorCode } from '@app/shared/base/errors.ts';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { buildTenant } from '../../../testing/database/factories.ts';
import { testApi } from '../../../testing/http/api.ts';
import { listEvents, subscribeHook } from '../../../testing/mails/account-events.ts';
import { sendMessages } from '../../../testing/mails/send-messages.ts';
import { answering, type Answer } from '../../../testing/observing/answering.ts';
import { createOAuthClient } from '../../external/oauth/oauth-client.ts';
import { ExternalError } from '../../external/marketplace/external-error.ts';
import type { Actor } from '../../http/actor.ts';
import { UnknownKey } from '../../lib/secrets.ts';
import { callWithAccess } from './access-token.ts';
import { beginConnecting } from './begin-connecting.ts';
import {
  claimConnection,
  findConnection,
  forgetConnections,
  listConnections,
  listDueConnections,
  type StoredConnection,
} from './connection-queries.ts';
import { disconnect, endListed } from './disconnect.ts';
import { endGrant, isEnded } from './ended-grants.ts';
import { finishConnecting, type ConsentAnswer } from './finish-connecting.ts';
import type { ConnectionService } from './service.ts';
import { failuresUntilError, noteFailure, shapeConnection } from './standing.ts';
import { noteSuccess } from './standing-queries.ts';
import { tellOfBreaks } from './tell-of-breaks.ts';

const api = testApi();
const server = answering();
const worker = () => ({ ...api.ctx, db: api.worker });
let actor: Actor;
let service: ConnectionService;
let tokens = 0;

const drive = 'https://outside.test/auth/drive.file';
const grant = () => ({
  access_token: `access ${(tokens += 1)}`,
  expires_in: 3599,
  refresh_token: `refresh ${tokens}`,
  scope: `openid ${drive}`,
});

/** Limits for a service that answers. They are longer than a busy machine needs. */
const patient = { timeoutMs: 60_000, totalMs: 120_000 };
const impatient = { timeoutMs: 100, totalMs: 400 };

function serviceWith(limits: typeof patient): ConnectionService {
  const client = createOAuthClient({
    service: 'sheets',
    config: {
      tokenUrl: `${server.url}/token`,
      revokeUrl: `${server.url}/revoke`,
      clientId: 'us',
      clientSecret: 'secret',
    },
    clock: api.clock,
    random: api.ctx.random,
    limits,
  });
  return {
    id: 'sheets',
    title: 'Sheets',
    authorizeUrl: 'https://outside.test/consent',
    redirectUri: 'http://watchpost.test/api/back',
    scopes: ['openid', drive],
    necessaryScopes: [drive],
    parameters: { access_type: 'offline' },
    hasPkce: true,
    client,
  };
}

beforeEach(async () => {
  actor = { ...(await buildTenant(api.worker)).owner, sessionHash: 'session' };
  server.asked.length = 0;
  server.respond(() => ({ body: grant() }));
  service = serviceWith(patient);
});

const begin = () => beginConnecting(api.ctx, actor, { service, subject: '', returnPath: '/settings' });
const finish = (answer: Partial<ConsentAnswer>, by: Actor | null = actor, label = 'ada@example.com') =>
  finishConnecting(api.ctx, {
    actor: by,
    answer: { state: undefined, code: 'code', error: undefined, ...answer },
    serviceId: service.id,
    serviceOf: () => service,
    identify: async () => ({
      label,
      title: 'Sheets',
      isListed: true,
      isSameAs: async (_tx, before) => before.label === label,
      save: async () => undefined,
    }),
  });
const stored = (): Promise<StoredConnection | null> =>
  api.worker.tenant(actor.tenantId, (tx) => findConnection(tx, { ...actor, service: 'sheets', subject: '' }));
const shown = async () => {
  const connection = await stored();
  return connection && shapeConnection(connection);
};
async function connect(): Promise<StoredConnection> {
  expect(await finish({ state: (await begin()).state })).toBe('/settings?connectedTo=sheets');
  const connection = await stored();
  if (!connection) throw new Error('There is no connection');
  return connection;
}
const access = (key: StoredConnection, call: (token: string) => Promise<string> = async (token) => token) =>
  callWithAccess(worker(), { service, key }, call);
const asked = (path: string) => server.asked.filter(({ url }) => url === path);
const succeed = (key: StoredConnection, now = api.clock.now()) =>
  api.worker.tenant(key.tenantId, (tx) => noteSuccess(tx, key, { now, nextTryAt: new Date(now.getTime() + hourMs) }));
const isDue = async (key: StoredConnection): Promise<boolean> => {
  const due = await listDueConnections(api.worker.global, { service: 'sheets', now: api.clock.now(), most: 1000 });
  return due.some(({ connectionId, tenantId }) => connectionId === key.connectionId && tenantId === key.tenantId);
};

/** Takes our access back for the connections of the tenant that were ended, as the worker does. */
async function endGrants(): Promise<void> {
  const all = await api.worker.tenant(actor.tenantId, (tx) => listConnections(tx, { ...actor, service: 'sheets' }));
  for (const connection of all.filter(isEnded)) await endGrant(worker(), service, connection);
}

test('the consent page is asked for exactly our scopes, with a state and a challenge of this request', async () => {
  const { authorizationUrl, state } = await begin();

  expect(authorizationUrl.origin + authorizationUrl.pathname).toBe('https://outside.test/consent');
  expect(Object.fromEntries(authorizationUrl.searchParams)).toEqual({
    client_id: 'us',
    redirect_uri: 'http://watchpost.test/api/back',
    response_type: 'code',
    scope: `openid ${drive}`,
    access_type: 'offline',
    state,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

test('a consent makes a pending connection, which is due at once and works after its first success', async () => {
  const connection = await connect();

  expect(await shown()).toMatchObject({ state: 'pending', reason: null, lastSuccessAt: null });
  expect(await isDue(connection)).toBe(true);
  const [sent] = asked('/token');
  expect(Object.fromEntries(new URLSearchParams(sent?.body))).toMatchObject({
    grant_type: 'authorization_code',
    code: 'code',
    redirect_uri: 'http://watchpost.test/api/back',
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  });
  // On a busy machine a request may be repeated, and the pause before it moves the clock.
  const succeededAt = api.clock.now();
  await succeed(connection, succeededAt);
  expect(await shown()).toMatchObject({ state: 'connected', lastSuccessAt: succeededAt.getTime() / 1000 });
  expect(await isDue(connection)).toBe(false);
});

test('tokens are stored encrypted', async () => {
  await connect();

  const { rows } = await sql<{ text: string }>`
    select c::text as text from connections c where c.tenant_id = ${actor.tenantId}`.execute(api.worker.global);
  expect(rows[0]?.text).toContain('k1.');
  expect(rows[0]?.text).not.toMatch(/refresh \d|access \d/);
});

const refusal = (code: ErrorCode) => expect.stringContaining(`/settings?connectionError=${code}&`);

test('a state is taken once, in the session and by the user that began it', async () => {
  const { state } = await begin();

  expect(await finish({ state }, null)).toContain('/login?connectionError=notLoggedIn');
  expect(await finish({ state }, { ...actor, sessionHash: 'another' })).toEqual(refusal('connectionExpired'));
  expect(await finish({ state }, (await buildTenant(api.worker)).owner)).toEqual(refusal('connectionExpired'));
  expect(await finish({ state: undefined })).toEqual(refusal('connectionExpired'));
  expect(await finish({ state })).toBe('/settings?connectedTo=sheets');
  expect(await finish({ state })).toEqual(refusal('connectionExpired'));
});

test('a consent that took too long is refused', async () => {
  const { state } = await begin();
  api.clock.advance(11 * minuteMs);

  expect(await finish({ state })).toEqual(refusal('connectionExpired'));
  expect(server.asked).toEqual([]);
});

interface RefusedConsent {
  readonly answer?: Partial<ConsentAnswer>;
  readonly reply?: Answer | null;
  readonly refused: ErrorCode;
}

test.each<[string, RefusedConsent]>([
  ['denied', { answer: { code: undefined, error: 'access_denied' }, refused: 'connectionDenied' }],
  ['refused by the service', { answer: { code: undefined, error: 'server_error' }, refused: 'connectionFailed' }],
  ['without a code', { answer: { code: undefined }, refused: 'connectionFailed' }],
  ['half ticked', { reply: { body: { ...grant(), scope: 'openid' } }, refused: 'connectionIncomplete' }],
  ['without a refresh token', { reply: { body: { access_token: 'a', expires_in: 1 } }, refused: 'connectionFailed' }],
  ['with a used code', { reply: { status: 400, body: { error: 'invalid_grant' } }, refused: 'connectionFailed' }],
  ['while the service is silent', { reply: null, refused: 'connectionSilent' }],
  ['while the service answers with a page', { reply: { body: '<html>' }, refused: 'connectionSilent' }],
  ['while the service fails', { reply: { status: 503 }, refused: 'connectionSilent' }],
])('a consent that is %s connects nothing and says why', async (_what, { answer = {}, reply = {}, refused }) => {
  const { state } = await begin();
  if (refused === 'connectionSilent') service = serviceWith(impatient);
  server.respond(() => reply);

  expect(await finish({ state, ...answer })).toEqual(refusal(refused));
  expect(await stored()).toBeNull();
});

test('somebody who does not own the account any more connects nothing', async () => {
  const { state } = await begin();

  expect(await finish({ state }, { ...actor, isOwner: false })).toEqual(refusal('forbidden'));
});

test('while the service of the account is off nothing is connected', async () => {
  const { state } = await begin();

  expect(await finish({ state }, { ...actor, isServed: false })).toEqual(refusal('subscriptionOff'));
});

test('an access token is used until it is about to expire', async () => {
  const connection = await connect();

  const first = await access(connection);
  api.clock.advance(58 * minuteMs);
  expect(await access(connection)).toBe(first);
  api.clock.advance(minuteMs);
  expect(await access(connection)).not.toBe(first);
  expect(asked('/token')).toHaveLength(2);
});

test('processes that need a new token at the same time ask for it once', async () => {
  const connection = await connect();
  api.clock.advance(hourMs);

  const given = await Promise.all(Array.from({ length: 5 }, () => access(connection)));

  expect(new Set(given).size).toBe(1);
  expect(asked('/token')).toHaveLength(2);
});

test('a process that died while it refreshed delays the others only until its lease ends', async () => {
  const connection = await connect();
  api.clock.advance(hourMs);
  const until = new Date(api.clock.now().getTime() + 30_000);
  await sql`
    update connections set refreshed_by = ${randomUUID()}, refreshed_until = ${until}
     where tenant_id = ${actor.tenantId}`.execute(api.worker.global);

  await access(connection);

  expect(api.clock.now().getTime()).toBeGreaterThanOrEqual(until.getTime());
});

test('a token that the service refuses is replaced once', async () => {
  const connection = await connect();
  const used: string[] = [];
  const refuse = (token: string): Promise<string> => {
    used.push(token);
    return Promise.reject(new ExternalError('sheets', 'status 401', { isPermanent: true, status: 401 }));
  };

  await expect(access(connection, refuse)).rejects.toThrow('401');

  expect(new Set(used).size).toBe(2);
});

test('a token that another process has replaced meanwhile is not thrown away by a refusal of the old one', async () => {
  const connection = await connect();
  const old = await access(connection);
  const refused = new ExternalError('sheets', 'status 401', { isPermanent: true, status: 401 });
  const takeNew = (token: string) => (token === old ? Promise.reject(refused) : Promise.resolve(token));

  const given = await access(connection, async (token) => {
    if (token === old) await access(connection, takeNew);
    return takeNew(token);
  });

  expect(given).toBe(`access ${tokens}`);
  expect(asked('/token')).toHaveLength(2);
});

/** Connects again while the service is asked for a new token, and then lets its answer arrive. */
function connectDuringRefresh(): void {
  const { client } = service;
  service = {
    ...service,
    client: {
      ...client,
      async refresh(token) {
        const answer = client.refresh(token);
        await answer.catch(() => undefined);
        server.respond(() => ({ body: grant() }));
        await connect();
        return answer;
      },
    },
  };
}

test('a token that arrives after the owner has connected again does not take the place of the new one', async () => {
  const connection = await connect();
  api.clock.advance(hourMs);
  connectDuringRefresh();

  await access(connection);

  expect(await access(connection)).toBe(`access ${tokens}`);
});

test('a refusal that arrives after the owner has connected again does not break the new connection', async () => {
  const connection = await connect();
  api.clock.advance(hourMs);
  connectDuringRefresh();
  server.respond(() => ({ status: 400, body: { error: 'invalid_grant' } }));

  await expect(access(connection)).rejects.toThrow('invalid_grant');

  expect(await shown()).toMatchObject({ state: 'pending', reason: null });
  expect(await access(connection)).toBe(`access ${tokens}`);
});

test('a failure after the access has ended is not tried again, and keeps the reason', async () => {
  const connection = await connect();
  api.clock.advance(hourMs);
  server.respond(() => ({ status: 400, body: { error: 'invalid_grant' } }));
  await expect(access(connection)).rejects.toThrow('invalid_grant');
  const broken = await shown();

  await noteFailure(worker(), connection, 'Sheets did not answer');

  expect(await shown()).toEqual(broken);
});

const tell = async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    await Promise.all([tellOfBreaks(worker()), tellOfBreaks(worker())]);
    await sendMessages(worker());
  }
};
const mailed = () =>
  api.mails.filter(({ to, subject }) => to === actor.email && subject === 'The connection to Sheets does not work');

test('an access that the service has ended is an error that is mailed once until the connection has worked', async () => {
  const lose = async () => {
    const connection = await connect();
    api.clock.advance(hourMs);
    server.respond(() => ({ status: 400, body: { error: 'invalid_grant' } }));
    await expect(access(connection)).rejects.toThrow('invalid_grant');
    server.respond(() => ({ body: grant() }));
    await tell();
    return connection;
  };

  const connection = await lose();
  expect(await shown()).toMatchObject({
    state: 'error',
    reason: expect.stringContaining('connect again'),
    nextTryAt: null,
  });
  expect(await isDue(connection)).toBe(false);
  expect((await stored())?.encryptedRefreshToken).toBeNull();
  await expect(access(connection)).rejects.toThrow('there is no connection');
  expect(mailed()).toMatchObject([{ text: expect.stringContaining('connect again') }]);

  await lose();
  expect(mailed()).toHaveLength(1);

  await succeed(await connect());
  await lose();
  expect(mailed()).toHaveLength(2);
});

test('hooks are called about a broken connection while the owner gets no mail, which then follows alone', async () => {
  const stop = (at: Date | null) =>
    sql`
    update email_addresses set stopped_at = ${at} where tenant_id = ${actor.tenantId} and is_primary`.execute(
      api.worker.global,
    );
  await subscribeHook(api, actor, 'connectionBroken');
  await stop(api.clock.now());
  const connection = await connect();
  api.clock.advance(hourMs);
  server.respond(() => ({ status: 400, body: { error: 'invalid_grant' } }));
  await expect(access(connection)).rejects.toThrow('invalid_grant');
  await tell();

  const event = { kind: 'connectionBroken', subject: 'Sheets', reason: expect.stringContaining('connect again') };
  expect(await listEvents(api, actor)).toEqual([event]);
  expect(mailed()).toEqual([]);
  await stop(null);
  await tell();
  expect(await listEvents(api, actor)).toEqual([event]);
  expect(mailed()).toHaveLength(1);
});

test('a connection whose key is not configured stays as it is, and its service is not asked', async () => {
  const key = await connect();
  await succeed(key);
  server.asked.length = 0;
  const before = await shown();
  const keyless = { ...worker(), keys: new Map([['k9', Buffer.alloc(32, 1)]]) };

  await expect(callWithAccess(keyless, { service, key }, async (token) => token)).rejects.toThrow(UnknownKey);

  expect([await shown(), server.asked]).toEqual([before, []]);
  expect(await access(key)).toEqual(expect.any(String));
});

test('an outage shows as an error after several failures, is tried less and less often, and ends with a success', async () => {
  const connection = await connect();
  const waits: number[] = [];
  for (let failure = 1; failure <= failuresUntilError + 4; failure += 1) {
    await noteFailure(worker(), connection, 'Sheets did not answer');
    const { state, nextTryAt } = (await shown()) ?? {};
    expect(state).toBe(failure < failuresUntilError ? 'pending' : 'error');
    waits.push((nextTryAt ?? 0) * 1000 - api.clock.now().getTime());
  }
  expect(waits[0]).toBeLessThanOrEqual(minuteMs);
  expect(Math.max(...waits)).toBeLessThanOrEqual(hourMs);
  expect(Math.max(...waits)).toBeGreaterThan(20 * minuteMs);
  expect(await shown()).toMatchObject({ reason: 'Sheets did not answer' });

  await succeed(connection);

  expect(await shown()).toMatchObject({ state: 'connected', reason: null });
});

test('a failed refresh that may pass keeps the access, and the next call tries it again at once', async () => {
  const connection = await connect();
  api.clock.advance(hourMs);
  server.respond(() => ({ status: 500 }));
  await expect(access(connection)).rejects.toThrow('500');

  server.respond(() => ({ body: grant() }));

  expect(await access(connection)).toBe(`access ${tokens}`);
});

test('a disconnection revokes our access outside and forgets the tokens, also while the service is silent', async () => {
  await connect();
  await disconnect(api.ctx, actor, { service, subject: '' });
  expect(await stored()).toBeNull();
  expect(asked('/revoke').map(({ body }) => body)).toEqual([expect.stringMatching(/^token=refresh\+\d+$/)]);

  await connect();
  server.respond(() => null);
  service = serviceWith(impatient);
  await disconnect(api.ctx, actor, { service, subject: '' });

  expect(await stored()).toBeNull();
  await expect(disconnect(api.ctx, actor, { service, subject: '' })).rejects.toMatchObject({ code: 'notFound' });
});

test('an entry of the list of applications stands for the connection and ends with it', async () => {
  const { tenantId } = actor;
  const authorizationId = (await connect()).authorizationId ?? '';
  expect((await connect()).authorizationId).toBe(authorizationId);
  expect(authorizationId).not.toBe('');

  await disconnect(api.ctx, actor, { service, subject: '' });
  const { rows } = await sql`
    select 1 from integration_authorizations i where i.tenant_id = ${tenantId}`.execute(api.worker.global);
  expect(rows).toEqual([]);
  expect(asked('/revoke')).toHaveLength(1);

  const again = await connect();
  await endListed(api.ctx, [service], { tenantId, authorizationId: again.authorizationId ?? '' });
  expect(await stored()).toBeNull();
  await endGrants();
  expect(asked('/revoke')).toHaveLength(2);
});

test('the access of an ended connection is taken back once the service answers, and given up after a day of attempts', async () => {
  const { tenantId } = actor;
  const end = async (): Promise<void> => {
    const { authorizationId } = await connect();
    await endListed(api.ctx, [service], { tenantId, authorizationId: authorizationId ?? '' });
    server.respond(() => ({ status: 503 }));
  };
  const ended = () => api.worker.tenant(tenantId, (tx) => listConnections(tx, { tenantId, service: 'sheets' }));
  await end();
  await endGrants();
  const [waiting] = await ended();
  if (!waiting) throw new Error('The connection is forgotten');
  expect(await isDue(waiting)).toBe(false);
  api.clock.advance(hourMs);
  expect(await isDue(waiting)).toBe(true);

  server.respond(() => ({ body: grant() }));
  await endGrants();
  expect(await ended()).toEqual([]);

  await end();
  let attempts = 0;
  while ((await ended()).length > 0) {
    await endGrants();
    attempts += 1;
  }
  expect(attempts).toBe(48);
});

test('the connections of a tenant whose data is deleted are forgotten, and those of other tenants stay', async () => {
  const { tenantId } = actor;
  await connect();
  actor = { ...(await buildTenant(api.worker)).owner, sessionHash: 'session' };
  await connect();

  await api.worker.tenant(tenantId, (tx) => forgetConnections(tx, tenantId));

  expect(await stored()).not.toBeNull();
  const { rows } = await sql`
    select 1 from connections c where c.tenant_id = ${tenantId}
     union all
    select 1 from integration_authorizations i where i.tenant_id = ${tenantId}`.execute(api.worker.global);
  expect(rows).toEqual([]);
});

test('consents that return at the same time make one connection, and the access of the other accounts is revoked', async () => {
  const states = await Promise.all(Array.from({ length: 6 }, async () => (await begin()).state));

  await Promise.all(states.map((state, index) => finish({ state }, actor, `account ${index}`)));
  await endGrants();

  const { rows } = await sql<{ connections: string; entries: string }>`
    select (select count(*) from connections c where c.tenant_id = ${actor.tenantId}) as connections,
           (select count(*) from integration_authorizations i where i.tenant_id = ${actor.tenantId}) as entries`.execute(
    api.worker.global,
  );
  expect(rows).toEqual([{ connections: '1', entries: '1' }]);
  expect(asked('/revoke')).toHaveLength(5);
});

test('only one of several processes that claim a due connection gets it', async () => {
  const connection = await connect();
  const now = api.clock.now();
  const until = new Date(now.getTime() + minuteMs);

  const claims = await Promise.all(
    [1, 2, 3].map(() => api.worker.tenant(actor.tenantId, (tx) => claimConnection(tx, connection, { now, until }))),
  );

  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  const listed = await api.worker.tenant(actor.tenantId, (tx) => listConnections(tx, connection));
  expect(listed.map(({ nextTryAt }) => nextTryAt)).toEqual([until]);
});
