import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { notificationsQueue, sandboxCredentials } from '../../../sandbox/src/environment.ts';
import { createAuthorizationCodes } from '../../../sandbox/src/lwa/codes.ts';
import { tokenEndpoint } from '../../../sandbox/src/lwa/token-endpoint.ts';
import { createTokens } from '../../../sandbox/src/lwa/tokens.ts';
import { MessageQueue } from '../../../sandbox/src/queue/queue.ts';
import { spApi } from '../../../sandbox/src/sp-api/plugin.ts';
import { createFaults } from '../../../sandbox/src/world/events/faults.ts';
import { createWorld, type World } from '../../../sandbox/src/world/world.ts';
import type { VirtualClock } from './virtual-clock.ts';

export const marketUrl = 'http://market.test';
/** The sandbox's seller of toys in the United States, who sells in one marketplace only. */
export const sellingPartnerId = 'A1MRWBY5P8XGZ2';

export interface Market {
  readonly world: World;
  readonly queue: MessageQueue;
  readonly refreshToken: string;
  /** While this function returns true, notifications are lost. */
  isSilent: () => boolean;
  /** Answers a request as the sandbox does over HTTP, without a socket. */
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

interface MarketOptions {
  readonly seed: string;
  readonly clock: VirtualClock;
  readonly newId: () => string;
  readonly products: number;
}

const ignore = (): void => undefined;

/** Opens the sandbox's marketplace, with its token endpoint and its queue, in this process. */
export async function openMarket({ seed, clock, newId, products }: MarketOptions): Promise<Market> {
  const app = fastify({ routerOptions: { maxParamLength: 500 } });
  const world = createWorld({ seed, clock, publicUrl: marketUrl, only: { sellingPartnerId, products } });
  world.isPaused = true;
  const { clientId, clientSecret, applicationId } = sandboxCredentials;
  const parts = { clock, newId };
  const tokens = createTokens({ ...parts, secret: seed, isSeller: (id) => world.findSeller(id) !== undefined });
  const faults = createFaults(tokens);
  const codes = createAuthorizationCodes(parts);
  await app.register(tokenEndpoint({ ...parts, clientId, clientSecret, codes, tokens, faults, onRefusal: ignore }));
  const deadLetters = { queue: new MessageQueue(parts), maxReceives: notificationsQueue.maxReceives };
  const queue = new MessageQueue({ ...parts, deadLetters });
  const deliver = (_arn: string, body: string): void => {
    if (!market.isSilent()) queue.send(body);
  };
  const deps = { ...parts, world, tokens, faults, ledger: world.ledger, queue: { deliver }, speedup: 1, applicationId };
  await app.register(spApi({ ...deps, endpoint: 'NA' }), { prefix: '/sp-api-na' });
  await app.ready();
  const market: Market = {
    world,
    queue,
    refreshToken: tokens.refreshTokenFor(sellingPartnerId),
    isSilent: () => false,
    async answer(request) {
      const { pathname, search } = new URL(request.url);
      const payload = await request.text();
      const answered = await app.inject({
        method: request.method as 'GET' | 'POST' | 'DELETE',
        url: `${pathname}${search}`,
        headers: Object.fromEntries(request.headers),
        ...(payload !== '' && { payload }),
      });
      const { statusCode: status, rawPayload } = answered;
      const headers = Object.entries(answered.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const isEmpty = [204, 205, 304].includes(status);
      // The content-encoding header must stay although the body is decoded here, as `fetch` does.
      const body = answered.headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
      return new Response(isEmpty ? null : new Uint8Array(body), { status, headers });
    },
    close: () => app.close(),
  };
  return market;
}
