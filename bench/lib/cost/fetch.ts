import { routes } from './answers.ts';
import type { CostMeter } from './meter.ts';
import type { CostWorld } from './world.ts';

/** The simulated network, with the number of calls by operation. */
interface SimulatedNetwork {
  readonly calls: Map<string, number>;
  /** Restores the real fetch. */
  restore(): void;
}

/** Operations that are not counted, because their requests do not go to the SP-API. */
const free = new Set(['token', 'document']);

const documents = 'https://documents.example.com/document/';

/** Replaces global `fetch` by the simulated marketplace, so that the production client is used unchanged. */
export function answerFetch(world: CostWorld, meter: CostMeter): SimulatedNetwork {
  const real = globalThis.fetch;
  const calls = new Map<string, number>();
  globalThis.fetch = (input, init) => {
    const body = meter.excluded(() => {
      const url = new URL(input instanceof Request ? input.url : input);
      const route = routes.find(([pattern]) => pattern.test(url.pathname));
      if (!route) throw new Error(`No answer is defined for ${url.pathname}`);
      const [, operation, answer] = route;
      if (!free.has(operation)) calls.set(operation, (calls.get(operation) ?? 0) + 1);
      const sent = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
      return Buffer.from(answer(world, { url, body: sent, documents }));
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  };
  return { calls, restore: () => void (globalThis.fetch = real) };
}
