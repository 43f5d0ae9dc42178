import fastify, { type FastifyInstance } from 'fastify';
import { refuseOtherHosts } from '../http/own-host.ts';
import { portOf } from '../http/listener.ts';
import { createRealClock, type WorldClock } from '../world/clock.ts';
import { Account } from './account.ts';
import { createApiFaults, type ApiFaults } from './api/api-faults.ts';
import { createIdempotencyKeys } from './api/idempotency.ts';
import type { ApiKeys } from './api/keys.ts';
import { createRateLimit, type RateLimit } from './api/rate-limit.ts';
import { serveCalls } from './api/serve.ts';
import { calls } from './calls/calls.ts';
import { finishRefreshes } from './money/bank-balances.ts';
import { decideDueDebits } from './money/debits.ts';
import { newWebhookEndpoint } from './objects/event.ts';
import { bankAccountRoutes } from './pages/bank-accounts.ts';
import { scriptRoutes } from './pages/frames.ts';
import { hostedRoutes } from './pages/hosted.ts';
import { invoiceRoutes } from './pages/invoice-page.ts';
import { createDeliveries, type Deliveries } from './webhooks/deliveries.ts';

interface StripeDeps {
  readonly clock: WorldClock;
  readonly newId: () => string;
  readonly host: string;
  /** The address at which a browser reaches the stand-in, if it differs from the one it listens on. */
  readonly publicUrl?: string | undefined;
  readonly keys: ApiKeys;
  readonly webhook: { readonly url: string; readonly secret: string };
  readonly requestsPerSecond: number;
}

export interface StripeStandIn {
  readonly account: Account;
  readonly faults: ApiFaults;
  readonly rateLimit: RateLimit;
  readonly deliveries: Deliveries;
  catchUp(): void;
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

const catchUpMs = 200;
const firstRetryMs = 500;

/** Stands in for Stripe on an origin of its own: the API, the script with its frames and the hosted pages. */
export function createStripe(deps: StripeDeps): StripeStandIn {
  const { clock, newId, host, keys, requestsPerSecond } = deps;
  const machine = createRealClock();
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } });
  refuseOtherHosts(app, deps.publicUrl);
  const account = new Account({ clock, newId, url: () => deps.publicUrl ?? `http://${host}:${portOf(app.server)}` });
  account.webhookEndpoints.add(newWebhookEndpoint(account.birth('we'), deps.webhook));
  const faults = createApiFaults();
  const rateLimit = createRateLimit(requestsPerSecond, () => machine.now().getTime());
  const deliveries = createDeliveries({ account, clock: machine, firstRetryMs });
  const idempotency = createIdempotencyKeys(() => account.now());
  const catchUp = () => {
    finishRefreshes(account);
    decideDueDebits(account);
  };
  acceptAnyBody(app);
  serveCalls(app, calls, { account, keys, faults, rateLimit, idempotency, catchUp });
  scriptRoutes(app, account);
  hostedRoutes(app, account);
  invoiceRoutes(app, account);
  bankAccountRoutes(app, account);
  const timer = setInterval(catchUp, catchUpMs);
  timer.unref();
  return {
    account,
    faults,
    rateLimit,
    deliveries,
    catchUp,
    async listen(port) {
      await app.listen({ port, host });
      return portOf(app.server);
    },
    async close() {
      clearInterval(timer);
      deliveries.close();
      await app.close();
    },
  };
}

/** Leaves bodies as text, because each call says itself which format it accepts. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}
