import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { letCustomersBuy } from '../world/life/customers.ts';
import type { World } from '../world/world.ts';
import { BadRequest, parseOrRefuse } from './bad-request.ts';

/** Limits an advance to the 120 days of seeded orders, so that it simulates no more orders than a start does. */
const mostMinutes = 120 * 24 * 60;

const clockRequest = z.strictObject({ advanceMinutes: z.int().check(z.minimum(1), z.maximum(mostMinutes)) });

/** Returns the sandbox's time or advances it; an advance also simulates the orders of the skipped time. */
export function clockRoutes(world: World): (app: FastifyInstance) => Promise<void> {
  const { clock } = world;
  const state = () => ({ now: clock.now().toISOString() });
  return async (app) => {
    app.get('/sandbox/clock', state);
    app.post('/sandbox/clock', (request) => {
      const { advanceMinutes } = parseOrRefuse(clockRequest, request.body);
      if (!clock.advance) throw new BadRequest('The clock of this sandbox cannot be moved');
      clock.advance(advanceMinutes * 60_000);
      const orders = letCustomersBuy(world).length;
      return { ...state(), orders };
    });
  };
}
