import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { productOfStory, storyActs, storyIncidents, playStory } from '../world/life/story.ts';
import type { World } from '../world/world.ts';
import { parseOrRefuse } from './bad-request.ts';

const storyRequest = z.strictObject({ act: z.literal(storyActs) });

/** Plays the demo story up to an act and lists the products it affects. Repeating a request changes nothing. */
export function storyRoutes(world: World): (app: FastifyInstance) => Promise<void> {
  const state = () => ({ toldActs: world.toldActs, products: Object.fromEntries(storyIncidents.map(productOf)) });
  const productOf = (incident: (typeof storyIncidents)[number]) => {
    const { asin, marketplace, searchPositions } = productOfStory(world, incident);
    return [incident, { asin, marketplace, keywords: [...searchPositions.keys()] }] as const;
  };
  return async (app) => {
    app.get('/sandbox/story', state);
    app.post('/sandbox/story', (request) => {
      playStory(world, parseOrRefuse(storyRequest, request.body).act);
      return state();
    });
  };
}
