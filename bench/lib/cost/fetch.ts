import { routes } from './answers.ts';
import type { CostMeter } from './meter.ts';
import type { CostWorld } from './world.ts';

/** What was asked of the marketplace: calls by operation. */
export interface Asked {
  readonly calls: Map<string, number>;
  /** Gives the network back. */
  restore(): void;
}

/** Not counted: tokens come from elsewhere, and so do documents. */
const free = new Set(['token', 'document']);

/** Puts the made-up marketplace where the network was: our client asks, parses and waits as ever. */
export function answerFetch(world: CostWorld, meter: CostMeter): Asked {
  const real = globalThis.fetch;
  const calls = new Map<string, number>();
  globalThis.fetch = (input, init) => {
    const body = meter.excluded(() => {
      const url = new URL(input instanceof Request ? input.url : input);
      const route = routes.find(([pattern]) => pattern.test(url.pathname));
      if (!route) throw new Error(`Nobody answers ${url.pathname}`);
      const [, operation, answer] = route;
      if (!free.has(operation)) calls.set(operation, (calls.get(operation) ?? 0) + 1);
      const asked = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
      return Buffer.from(answer(world, { url, body: asked }));
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  };
  return { calls, restore: () => void (globalThis.fetch = real) };
}
