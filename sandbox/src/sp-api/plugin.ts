import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { WorldClock } from '../world/clock.ts';
import type { Faults } from '../world/events/faults.ts';
import type { Ledger } from '../world/events/ledger.ts';
import type { Endpoint } from '../world/model/seller.ts';
import type { World } from '../world/world.ts';
import type { AccountStatuses } from './account-statuses.ts';
import { createBuckets } from './buckets.ts';
import { createCalls, type Calls } from './calls.ts';
import type { AccessTokens } from './caller.ts';
import { createDestinations } from './notifications/destinations.ts';
import type { EndpointContext } from './endpoint-context.ts';
import { serveDocuments } from './reports/documents.ts';
import { createFeeHistory } from './fees/fee-history.ts';
import { startNotifications, type Notifications, type NotificationQueue } from './notifications/notifications.ts';
import { watchStock } from './inventory/stock-changes.ts';
import { operations } from './operations.ts';
import type { Replay } from './replay/replay.ts';
import { replayedSellers } from './replay/replayed-sellers.ts';
import { createReports, type Reports } from './reports/reports.ts';
import { acceptJson, serveOperation, serveUnknown, type Service } from './serve.ts';
import { createSubscriptions } from './notifications/subscriptions.ts';

interface SpApiDeps {
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
  readonly calls?: Calls;
  readonly accounts?: AccountStatuses;
  readonly newId?: () => string;
}

/** One regional endpoint of the Selling Partner API; each must be registered under its own prefix. */
export function spApi(deps: SpApiDeps): FastifyPluginAsync {
  const { world, clock, speedup, newId = randomUUID, calls = createCalls() } = deps;
  if (deps.replay) replayedSellers(deps.replay).forEach((seller) => world.addSeller(seller));
  return async (app) => {
    const { context, stop } = openContext({ ...deps, newId }, () => `${world.publicUrl}${app.prefix}`);
    const service: Service = { ...deps, newId, context, calls, buckets: createBuckets(clock, speedup) };
    app.addHook('onClose', async () => stop());
    acceptJson(app);
    serveDocuments(app, context);
    serveUnknown(app, service);
    for (const operation of operations) serveOperation(app, operation, service);
  };
}

/** Creates the shared state of this endpoint's operations and starts sending its notifications. */
function openContext(
  deps: SpApiDeps & { newId: () => string },
  url: () => string,
): { context: EndpointContext; stop: () => void } {
  const { world, clock, speedup, endpoint, newId } = deps;
  const feeHistory = createFeeHistory(world);
  const stockChanges = watchStock(world);
  const context: EndpointContext = {
    world,
    endpoint,
    replay: deps.replay,
    speedup,
    reports: withNotifications(createReports(clock, speedup, deps.faults), () => notifications),
    destinations: createDestinations(newId),
    subscriptions: createSubscriptions(newId),
    feeHistory,
    stockChanges,
    sendSample: (type, destinationId) => notifications.sendSample(type, destinationId),
    url,
  };
  const applicationId = deps.applicationId ?? 'amzn1.sellerapps.app.sandbox';
  const notifications = startNotifications({ ...deps, context, applicationId });
  const stopAccounts = deps.accounts?.onChange((change) => notifications.accountChanged(change));
  const stop = (): void => {
    stopAccounts?.();
    feeHistory.stop();
    stockChanges.stop();
    notifications.stop();
  };
  return { context, stop };
}

/** Wraps `Reports` so that each new report schedules its REPORT_PROCESSING_FINISHED notification. */
function withNotifications(reports: Reports, notifications: () => Notifications): Reports {
  return {
    ...reports,
    create: (wanted) => {
      const report = reports.create(wanted);
      notifications().reportWillBeDone(report);
      return report;
    },
  };
}
