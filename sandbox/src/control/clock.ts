import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { letCustomersBuy } from '../world/life/customers.ts';
import type { World } from '../world/world.ts';
import { BadRequest, parseOrRefuse } from './bad-request.ts';

/** As far as orders reach back, so that a leap costs no more than the start did. */
const mostMinutes = 120 * 24 * 60;

const wish = z.strictObject({ advanceMinutes: z.int().check(z.minimum(1), z.maximum(mostMinutes)) });

/** Tells the time of the sandbox, or moves it on; what customers buy in between is bought. */
export function clockRoutes(world: World): (app: FastifyInstance) => Promise<void> {
  const { clock } = world;
  const state = () => ({ now: clock.now().toISOString() });
  return async (app) => {
    app.get('/sandbox/clock', state);
    app.post('/sandbox/clock', (request) => {
      const { advanceMinutes } = parseOrRefuse(wish, request.body);
      if (!clock.advance) throw new BadRequest('The clock of this sandbox cannot be moved');
      clock.advance(advanceMinutes * 60_000);
      const orders = letCustomersBuy(world).length;
      return { ...state(), orders };
    });
  };
}
