import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { WorldClock } from '../world/clock.ts';
import type { Faults } from '../world/faults.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Endpoint } from '../world/seller.ts';
import type { World } from '../world/world.ts';
import { createBuckets } from './buckets.ts';
import type { AccessTokens } from './caller.ts';
import { createDestinations } from './notifications/destinations.ts';
import type { Desk } from './desk.ts';
import { serveDocuments } from './reports/documents.ts';
import { startNotifications, type NotificationQueue } from './notifications/notifications.ts';
import { operations } from './operations.ts';
import type { Replay } from './replay/replay.ts';
import { replayedSellers } from './replay/replayed-sellers.ts';
import { createReports } from './reports/reports.ts';
import { acceptJson, serveOperation, serveUnknown, type Service } from './serve.ts';
import { createSubscriptions } from './notifications/subscriptions.ts';

export interface SpApiDeps {
  readonly world: World;
  readonly tokens: AccessTokens;
  readonly faults: Faults;
  readonly ledger: Ledger;
  readonly queue: NotificationQueue;
  readonly clock: WorldClock;
  readonly speedup: number;
  readonly endpoint: Endpoint;
  readonly replay?: Replay | undefined;
  readonly applicationId?: string;
  readonly newId?: () => string;
}

/** One regional endpoint of the Selling Partner API; register it under a prefix of its own. */
export function spApi(deps: SpApiDeps): FastifyPluginAsync {
  const { world, clock, speedup, endpoint, newId = randomUUID } = deps;
  if (deps.replay) replayedSellers(deps.replay).forEach((seller) => world.admit(seller));
  return async (app) => {
    const desk: Desk = {
      world,
      endpoint,
      replay: deps.replay,
      speedup,
      reports: createReports(clock, speedup),
      destinations: createDestinations(newId),
      subscriptions: createSubscriptions(newId),
      url: () => `${world.publicUrl}${app.prefix}`,
    };
    const service: Service = { ...deps, newId, desk, buckets: createBuckets(clock, speedup) };
    const applicationId = deps.applicationId ?? 'amzn1.sellerapps.app.sandbox';
    const stop = startNotifications({ desk, queue: deps.queue, applicationId, newId });
    app.addHook('onClose', async () => stop());
    acceptJson(app);
    serveDocuments(app, desk);
    serveUnknown(app, service);
    for (const operation of operations) serveOperation(app, operation, service);
  };
}
