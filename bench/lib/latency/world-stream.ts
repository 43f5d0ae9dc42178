import { request } from 'node:http';
import * as z from 'zod/mini';
import type { ProductSession } from '../../../scripts/sessions/product-session.ts';
import { send } from '../requests.ts';

const worldShape = z.object({
  state: z.string(),
  products: z.array(z.object({ productId: z.string(), asin1: z.string(), marketplace: z.string() })),
  watchDogs: z.record(z.string(), z.object({ items: z.record(z.string(), z.object({ status: z.number() })) })),
});

const redStatus = 2;

/** Client of the event stream that fetches the changed world like a browser. */
export interface WorldStream {
  /** Product ids by "ASIN marketplace". */
  readonly productIds: ReadonlyMap<string, string>;
  /** Resolves to the time at which the item was red in the fetched world, in milliseconds since 1970. */
  red(type: string, productId: string): Promise<number>;
  /** Time of the last stream event, in milliseconds since 1970. */
  lastEventAt(): number;
  close(): void;
}

export const nowMs = (): number => performance.timeOrigin + performance.now();

export async function openWorldStream(url: string, session: ProductSession): Promise<WorldStream> {
  const cookie = session
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const headers = { cookie };
  const look = async (query: string) => {
    const answer = await send({ url: `${url}/api/sentinel/stateoftheworld${query}`, headers });
    return answer.status === 304 ? null : worldShape.parse(JSON.parse(answer.body.toString()));
  };
  const waiting = new Map<string, (at: number) => void>();
  const first = await look('');
  let state = first?.state ?? '';
  let lastEventAt = 0;
  const fetchChange = async (): Promise<void> => {
    lastEventAt = nowMs();
    const delta = await look(`?state=${encodeURIComponent(state)}`);
    const at = nowMs();
    state = delta?.state ?? state;
    for (const [type, { items }] of Object.entries(delta?.watchDogs ?? {})) {
      for (const [productId, { status }] of Object.entries(items)) {
        if (status === redStatus) waiting.get(`${type} ${productId}`)?.(at);
      }
    }
  };
  const close = await listen(`${url}/api/sentinel/events`, { headers, hear: fetchChange });
  return {
    productIds: new Map(first?.products.map((one) => [`${one.asin1} ${one.marketplace}`, one.productId])),
    red: (type, productId) => new Promise((resolve) => waiting.set(`${type} ${productId}`, resolve)),
    lastEventAt: () => lastEventAt,
    close,
  };
}

/** Calls `hear` for the events one at a time, because each fetch starts from the state of the previous one. */
function listen(
  url: string,
  { headers, hear }: { headers: Record<string, string>; hear: () => Promise<void> },
): Promise<() => void> {
  let looks = Promise.resolve();
  return new Promise((resolve, reject) => {
    const stream = request(url, { headers }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        if (chunk.includes('event: world')) looks = looks.then(hear);
      });
      resolve(() => stream.destroy());
    });
    stream.on('error', reject);
    stream.end();
  });
}
