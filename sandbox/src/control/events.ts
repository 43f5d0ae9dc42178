import type { FastifyInstance } from 'fastify';
import { applyEvent, EventError } from '../world/events/events.ts';
import type { LedgerEntry } from '../world/events/ledger.ts';
import type { World } from '../world/world.ts';
import { BadRequest } from './bad-request.ts';

/** Applies one event or a list of events in order, and answers with their ledger entries. */
export function eventRoutes(world: World): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.post('/sandbox/events', (request) => {
      if (!Array.isArray(request.body)) return applyOrRefuse(world, request.body);
      return request.body.map((event, index) => applyOrRefuse(world, event, `event ${index}: `));
    });
  };
}

function applyOrRefuse(world: World, event: unknown, prefix = ''): LedgerEntry {
  try {
    return applyEvent(world, event);
  } catch (error) {
    if (error instanceof EventError) throw new BadRequest(`${prefix}${error.message}`, { cause: error });
    throw error;
  }
}
