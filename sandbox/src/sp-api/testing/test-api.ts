import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { notificationsQueue } from '../../environment.ts';
import { keepa } from '../../pages/keepa/plugin.ts';
import { rainforest } from '../../pages/rainforest/plugin.ts';
import { createManualClock } from '../../world/clock.ts';
import { createFaults, type Faults } from '../../world/events/faults.ts';
import type { Endpoint } from '../../world/model/seller.ts';
import { createWorld, type World } from '../../world/world.ts';
import type { AccessTokens } from '../caller.ts';
import { createAccountStatuses, type AccountStatuses } from '../account-statuses.ts';
import { createCalls, type Calls } from '../calls.ts';
import { spApi } from '../plugin.ts';
import type { Replay } from '../replay/replay.ts';

export const sellers = { na: 'A2QWN7L4RKH13D', eu: 'A1FM00R7V6LQ2E', in: 'A3CHV9LN8K4TRD', spare: 'A1MRWBY5P8XGZ2' };
export const marketplaceIds = {
  US: 'ATVPDKIKX0DER',
  CA: 'A2EUQ1WTGCTBG2',
  UK: 'A1F83G8C2ARO7P',
  DE: 'A1PA6795UKMFR9',
  IN: 'A21TJRUUN4KGV',
};
const pageKeys = { rainforest: 'rainforest-key', keepa: 'keepa-key' };
export const queueArn = notificationsQueue.arn;

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly bytes: Buffer;
  readonly body: Record<string, unknown>;
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** The caller: a selling partner id, or `grantless`. */
  readonly as?: string;
  readonly headers?: Record<string, string>;
}

export interface TestApi {
  readonly world: World;
  readonly faults: Faults;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly app: FastifyInstance;
  readonly delivered: { arn: string; body: Record<string, unknown> }[];
  readonly revoked: Set<string>;
  readonly calls: Calls;
  readonly accounts: AccountStatuses;
  call(request: Request): Promise<Response>;
  /** Sends a request to a page provider with a valid key, unless the query contains a key. */
  page(path: string, query: Record<string, string>): Promise<Response>;
}

/** Starts an SP-API endpoint with a manual clock. The access token of a seller is its selling partner id. */
export async function startTestApi(endpoint: Endpoint = 'NA', speedup = 1, replay?: Replay): Promise<TestApi> {
  const clock = createManualClock(new Date('2026-11-20T12:00:00Z'));
  const world = createWorld({ seed: 'test', clock, publicUrl: 'http://sandbox.test' });
  const revoked = new Set<string>();
  const faults = createFaults({ revoke: (sellingPartnerId) => revoked.add(sellingPartnerId) });
  const delivered: TestApi['delivered'] = [];
  const queue = { deliver: (arn: string, body: string) => void delivered.push({ arn, body: JSON.parse(body) }) };
  const app = fastify({ routerOptions: { maxParamLength: 500 } });
  const deps = {
    world,
    tokens: tokensOf(revoked),
    faults,
    ledger: world.ledger,
    queue,
    clock,
    speedup,
    endpoint,
    replay,
    calls: createCalls(),
    accounts: createAccountStatuses(),
  };
  const { calls, accounts } = deps;
  await app.register(spApi(deps), { prefix: '/sp-api' });
  await app.register(rainforest(deps, { apiKey: pageKeys.rainforest, credits: 100, atOnce: 3 }));
  await app.register(keepa(deps, { key: pageKeys.keepa, tokens: 100, refillRate: 10 }));
  return {
    world,
    faults,
    clock,
    app,
    delivered,
    revoked,
    calls,
    accounts,
    call: (request) => call(app, request),
    page: (path, query) => page(app, path, query),
  };
}

const tokensOf = (revoked: ReadonlySet<string>): AccessTokens => ({
  findAccess: (token) => {
    if (token === 'unknown') return undefined;
    if (token === 'grantless')
      return { kind: 'grantless', scope: 'sellingpartnerapi::notifications', isExpired: false };
    const [sellingPartnerId = '', state] = token.split(':');
    return {
      kind: 'seller',
      sellingPartnerId,
      isExpired: state === 'expired',
      isRevoked: revoked.has(sellingPartnerId),
    };
  },
});

async function call(
  app: FastifyInstance,
  { method = 'GET', path, query, body, as, headers }: Request,
): Promise<Response> {
  const answered = await app.inject({
    method,
    url: `/sp-api${path}`,
    query: query ?? {},
    headers: { 'user-agent': 'Watchpost/3 (Language=TypeScript)', ...(as && { 'x-amz-access-token': as }), ...headers },
    ...(body !== undefined && { payload: body as object }),
  });
  return toResponse(answered);
}

async function page(app: FastifyInstance, path: string, query: Record<string, string>): Promise<Response> {
  const key = path.startsWith('/keepa') ? { key: pageKeys.keepa } : { api_key: pageKeys.rainforest };
  return toResponse(await app.inject({ url: path, query: { ...key, ...query } }));
}

function toResponse(answered: LightMyRequestResponse): Response {
  const isJson = String(answered.headers['content-type']).startsWith('application/json');
  return {
    status: answered.statusCode,
    headers: answered.headers,
    text: answered.body,
    bytes: answered.rawPayload,
    body: isJson ? parseOrEmpty(answered.body) : {},
  };
}

function parseOrEmpty(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
