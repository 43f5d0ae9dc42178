import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { step } from '../world/life/life.ts';
import type { World } from '../world/world.ts';
import { BadRequest, parseOrRefuse } from './bad-request.ts';

const lifeRequest = z.strictObject({
  paused: z.optional(z.boolean()),
  steps: z.optional(z.number().check(z.multipleOf(1), z.gte(1), z.lte(100_000))),
});

/** Pauses or resumes the random events of the world, or runs a number of them immediately. */
export function lifeRoutes(world: World): (app: FastifyInstance) => Promise<void> {
  const state = () => ({ paused: world.isPaused });
  return async (app) => {
    app.get('/sandbox/life', state);
    app.post('/sandbox/life', (request) => {
      const { paused, steps } = parseOrRefuse(lifeRequest, request.body);
      if (paused === undefined && steps === undefined)
        throw new BadRequest('The body must be { "paused": true } or { "steps": 10 }');
      if (paused !== undefined) world.isPaused = paused;
      if (steps !== undefined) step(world, steps);
      return state();
    });
  };
}
