import type { Region } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import type { Clock } from '../../../lib/clock.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { AnswerCounts } from './answer-counts.ts';
import { malformedAnswer, maybe } from '../answers/answer.ts';
import type { BucketKey, Buckets, Share } from './buckets.ts';
import { AuthorizationLost, ExternalError, OperationRefused, OutOfQuota } from '../external-error.ts';
import type { SellerAccess } from '../seller-access.ts';
import type { RequestName, Standing } from '../standing.ts';
import type { Transport } from './transport.ts';

/** Waiting this long costs less than returning the work to the queue, for every kind of caller. */
export const leastPatienceMs = 250;
const maxRefusals = 3;

export interface CallOptions {
  readonly share?: Share;
  readonly signal?: AbortSignal;
  /** The longest acceptable wait for a token of the quota. */
  readonly patienceMs?: number;
  /** Called with the time at which an answered request left, which is after its wait for a token and its repetitions. */
  readonly onSent?: (at: Date) => void;
}

interface Call extends CallOptions, RequestName {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

export interface Caller {
  ofSeller(access: SellerAccess, call: Call): Promise<unknown>;
  /** Returns the unparsed body, because most of it may equal the previous answer. */
  bytesOfSeller(access: SellerAccess, call: Call): Promise<Buffer>;
  /** Calls an operation that concerns the application instead of a seller. */
  grantless(region: Region, call: Call): Promise<unknown>;
}

interface Ports {
  readonly apiUrls: Readonly<Record<Region, string | null>>;
  readonly tokens: AccessTokens;
  readonly buckets: Buckets;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly answers?: Pick<AnswerCounts, 'note'>;
}

const notificationsScope = 'sellingpartnerapi::notifications';

export function createCaller(ports: Ports): Caller {
  const sendOfSeller = ({ refreshToken, ...seller }: SellerAccess, call: Call) =>
    send(ports, { ...seller, token: () => ports.tokens.ofSeller(refreshToken) }, call);
  const sendGrantless = (region: Region, call: Call) =>
    send(ports, { sellingPartnerId: '', region, token: () => ports.tokens.grantless(notificationsScope) }, call);
  return {
    ofSeller: async (access, call) => bodyOf(call.operation, await sendOfSeller(access, call)),
    bytesOfSeller: async (access, call) => Buffer.from(await (await sendOfSeller(access, call)).arrayBuffer()),
    grantless: async (region, call) => bodyOf(call.operation, await sendGrantless(region, call)),
  };
}

interface Sender {
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly standing?: Standing;
  token(): Promise<string>;
}

/**
 * Sends the call after taking a token of the quota. A rejected access token is renewed once. A 429 empties the bucket,
 * and the call tries again while `patienceMs` allows it.
 */
async function send(ports: Ports, sender: Sender, call: Call): Promise<Response> {
  const { operation } = call;
  const key: BucketKey = { sellingPartnerId: sender.sellingPartnerId, region: sender.region, operation };
  sender.standing?.admit(call);
  let hasRenewed = false;
  for (let refusals = 0; ; refusals += 1) {
    const accessToken = await tokenOf(sender);
    await takeToken(ports, key, call);
    let sentAt = ports.clock.now();
    const response = await ports.transport.send(operation, urlOf(ports, sender.region, call), {
      ...initOf(call, accessToken),
      onAttempt: () => {
        sentAt = ports.clock.now();
      },
    });
    ports.answers?.note(response.status);
    await learn(ports.buckets, key, response);
    if (response.ok) {
      call.onSent?.(sentAt);
      await sender.standing?.noteAnswer(call);
      return response;
    }
    if (response.status === 429 && refusals < maxRefusals) {
      await ports.buckets.throttled(key);
      continue;
    }
    if ([401, 403].includes(response.status) && !hasRenewed) {
      hasRenewed = true;
      ports.tokens.forget(accessToken);
      continue;
    }
    throw await failureOf(response, call, sender);
  }
}

async function tokenOf({ token, standing }: Sender): Promise<string> {
  try {
    return await token();
  } catch (error) {
    if (error instanceof AuthorizationLost) await standing?.noteLoss();
    throw error;
  }
}

/** Takes the token before waiting for it, so that a turn costs one statement and waiting calls keep their order. */
async function takeToken({ buckets, clock }: Ports, key: BucketKey, call: Call): Promise<void> {
  const { share = 'steady', signal, patienceMs = leastPatienceMs } = call;
  const taken = await buckets.take(key, share, patienceMs);
  if (taken.granted === 0) throw new OutOfQuota(key.operation, taken.retryAt);
  if (taken.waitMs === 0) return;
  const readyAt = new Date(clock.now().getTime() + taken.waitMs);
  await clock.pause(taken.waitMs, signal);
  if (signal?.aborted) throw new OutOfQuota(key.operation, readyAt);
}

function urlOf(ports: Ports, region: Region, { operation, path, query = {} }: Call): URL {
  const base = ports.apiUrls[region];
  if (!base) throw new ExternalError(operation, `no address is set for region ${region}`, { isPermanent: true });
  const parts = Object.entries(query).map(([name, value]) => `${name}=${listOf(value)}`);
  return new URL(`${base}${path}${parts.length > 0 ? '?' : ''}${parts.join('&')}`);
}

/** Commas between members stay literal; commas inside a SKU are encoded. */
const listOf = (value: string | readonly string[]): string => [value].flat().map(encodeURIComponent).join(',');

function initOf({ method = 'GET', body, signal }: Call, accessToken: string): RequestInit & { signal?: AbortSignal } {
  const headers = { 'x-amz-access-token': accessToken, accept: 'application/json' };
  const common = { method, ...(signal && { signal }) };
  if (body === undefined) return { ...common, headers };
  return { ...common, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The rate header is best effort: it comes with answers and with some refusals. */
async function learn(buckets: Buckets, key: BucketKey, response: Response): Promise<void> {
  const rate = Number(response.headers.get('x-amzn-ratelimit-limit'));
  if (Number.isFinite(rate) && rate > 0) await buckets.learn(key, rate);
}

/** Returns `undefined` for an empty body, which is valid only for callers that expect no content. */
async function bodyOf(operation: string, response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformedAnswer(operation, 'not JSON', cause);
  }
}

/** The length limit of a reason, which is logged and stored. */
const mostCharacters = 1000;

const errorBody = z.object({
  errors: z.array(z.object({ code: z.string(), message: maybe(z.string()), details: maybe(z.string()) })),
});

async function failureOf(response: Response, call: Call, sender: Sender): Promise<ExternalError> {
  const { operation, subject } = call;
  const { status } = response;
  const parsed = errorBody.safeParse(await response.json().catch(() => null));
  const first = parsed.data?.errors[0];
  const said = [first?.code, first?.message, first?.details].filter(Boolean).join(', ').slice(0, mostCharacters);
  const reason = `status ${status}${said && ` (${said})`}`;
  const isOfSeller = sender.sellingPartnerId !== '';
  if (isOfSeller && (status === 401 || status === 403)) {
    await sender.standing?.noteRefusal(call, reason);
    return new OperationRefused({ operation, ...(subject !== undefined && { subject }) }, reason, status);
  }
  const isPermanent = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return new ExternalError(operation, reason, { isPermanent, status });
}
