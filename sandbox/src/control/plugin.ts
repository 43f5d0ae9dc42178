import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { sendPage } from '../http/page.ts';
import type { MailFaults } from '../mail/mail-faults.ts';
import { operations } from '../sp-api/operations.ts';
import type { Faults } from '../world/events/faults.ts';
import type { World } from '../world/world.ts';
import { parseOrRefuse } from './bad-request.ts';
import { clockRoutes } from './clock.ts';
import { eventRoutes } from './events.ts';
import { faultRoutes } from './faults.ts';
import { indexPage } from './index-page.ts';
import { lifeRoutes } from './life.ts';
import { storyRoutes } from './story.ts';
import { summarize } from './world-summary.ts';

interface ControlDeps {
  world: World;
  faults: Faults;
  mailFaults: MailFaults;
  /** Factor by which the sandbox's rate limits exceed Amazon's. */
  speedup: number;
}

const after = z.object({ after: z.prefault(z.coerce.number().check(z.gte(0)), 0) });

/** The control API and its page: triggers events and faults, and shows the world and the ledger. */
export function control(deps: ControlDeps): (app: FastifyInstance) => Promise<void> {
  const { world, speedup } = deps;
  return async (app) => {
    await app.register(eventRoutes(world));
    await app.register(faultRoutes(deps));
    await app.register(lifeRoutes(world));
    await app.register(clockRoutes(world));
    await app.register(storyRoutes(world));
    app.get('/sandbox/health', () => ({ ok: true }));
    app.get('/sandbox/world', () => summarize(world));
    app.get('/sandbox/ledger', (request) => world.ledger.entriesAfter(parseOrRefuse(after, request.query).after));
    app.get('/sandbox/rates', () => ratesOf(speedup));
    app.get('/', (_request, reply) => sendPage(reply, indexPage));
  };
}

/** Rate (requests per second) and burst of each operation per selling partner: Amazon's figures times the speed-up. */
const ratesOf = (speedup: number) => ({
  speedup,
  operations: operations.map(({ operationId, rate, burst }) => ({
    operationId,
    rate: rate * speedup,
    burst: burst * speedup,
  })),
});
