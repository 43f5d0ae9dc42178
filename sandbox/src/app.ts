import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { advertising } from './advertising/plugin.ts';
import type { SandboxConfig } from './config.ts';
import { control } from './control/plugin.ts';
import { notificationsQueue, sandboxCredentials } from './environment.ts';
import { hooks } from './hooks/plugin.ts';
import { portOf } from './http/listener.ts';
import { refuseOtherHosts } from './http/own-host.ts';
import { createAuthorizationCodes } from './lwa/codes.ts';
import { tokenEndpoint } from './lwa/token-endpoint.ts';
import { createTokens, type Tokens } from './lwa/tokens.ts';
import { createInbox } from './mail/inbox.ts';
import { createMailFaults } from './mail/mail-faults.ts';
import { mailRoutes } from './mail/routes.ts';
import { createSmtpCatcher } from './mail/smtp.ts';
import { affiliate } from './affiliate/plugin.ts';
import { conversions } from './conversions.ts';
import { intercom } from './intercom/plugin.ts';
import { google } from './google/plugin.ts';
import { keepa } from './pages/keepa/plugin.ts';
import { rainforest } from './pages/rainforest/plugin.ts';
import { pictures } from './pictures/route.ts';
import { pushService } from './push/plugin.ts';
import { MessageQueue } from './queue/queue.ts';
import { sqs } from './queue/sqs.ts';
import { sellerCentral } from './seller-central/plugin.ts';
import { accountStatusRoutes, createAccountStatuses } from './sp-api/account-statuses.ts';
import { callRoutes, createCalls, type Calls } from './sp-api/calls.ts';
import { spApi } from './sp-api/plugin.ts';
import { loadReplay } from './sp-api/replay/load-replay.ts';
import { replayControl } from './sp-api/replay/replay-control.ts';
import type { Replay } from './sp-api/replay/replay.ts';
import { paymentControl } from './stripe/control/plugin.ts';
import { createStripe } from './stripe/stripe.ts';
import { createRealClock, type WorldClock } from './world/clock.ts';
import { createFaults, type Faults } from './world/events/faults.ts';
import { startLife } from './world/life/life.ts';
import { createWorld, type World } from './world/world.ts';

export interface Sandbox {
  url: string;
  smtpUrl: string;
  smtpPort: number;
  /** The address of the payment provider, which has an origin of its own. */
  stripeUrl: string;
  world: World;
  close(): Promise<void>;
}

interface Ports {
  clock?: WorldClock;
  newId?: () => string;
}

/** Starts stand-ins for all outside services on one HTTP address, one SMTP port and one origin of the payment provider; port 0 picks a free port. */
export async function createSandbox(config: SandboxConfig, ports: Ports = {}): Promise<Sandbox> {
  const { clock = createRealClock(config.clockAheadMs), newId = randomUUID } = ports;
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } });
  refuseOtherHosts(app, config.publicUrl);
  const publicUrl = () => config.publicUrl ?? `http://${config.host}:${portOf(app.server)}`;
  const world = createWorld({ seed: config.seed, clock, publicUrl });
  const inbox = createInbox();
  const mailFaults = createMailFaults();
  const smtp = createSmtpCatcher({ inbox, faults: mailFaults, clock, newId });
  const replay = config.replayFolders.length === 0 ? undefined : loadReplay(config.replayFolders);
  const parts = { config, world, clock, newId, publicUrl, replay };
  const stripe = createStripe({ ...parts, ...stripeSettings(config) });

  const isSeller = (id: string) => world.findSeller(id) !== undefined;
  const tokens = createTokens({ ...parts, secret: config.clientSecret, isSeller });
  const faults = createFaults(tokens);
  await registerAuthorization(app, { ...parts, tokens, faults });
  const calls = createCalls();
  await registerMarketplace(app, { ...parts, tokens, faults, calls });
  await registerPages(app, { ...parts, faults, calls });
  await app.register(
    google({
      ...parts,
      machineClock: createRealClock(),
      clientId: sandboxCredentials.googleClientId,
      clientSecret: sandboxCredentials.googleClientSecret,
      watchpostUrl: config.watchpostUrl,
      speedup: config.speedup,
    }),
  );
  await app.register(callRoutes(calls));
  await app.register(mailRoutes(inbox));
  // Push messages and webhooks are signed with the machine's time, which may differ from the world's.
  await app.register(pushService({ clock: createRealClock(), newId, publicUrl }));
  await app.register(hooks({ clock: createRealClock(), newId, publicUrl }));
  await app.register(
    intercom({
      appId: sandboxCredentials.intercomAppId,
      secret: sandboxCredentials.intercomSecret,
      clock: createRealClock(),
    }),
  );
  await app.register(conversions);
  await app.register(pictures(world));
  app.get('/partners/capital', () => 'A partner of the operator would have a page of its own here.');
  await app.register(paymentControl(stripe));
  await app.register(control({ world, faults, mailFaults, speedup: config.speedup }));

  await app.listen({ port: config.port, host: config.host });
  const smtpPort = await smtp.listen(config.smtpPort, config.host);
  await stripe.listen(config.stripePort);
  world.isPaused = !config.life;
  const stopLife = startLife(world);
  return {
    url: publicUrl(),
    smtpUrl: `smtp://${config.host}:${smtpPort}`,
    smtpPort,
    stripeUrl: stripe.account.url,
    world,
    async close() {
      stopLife();
      await Promise.all([app.close(), smtp.close(), stripe.close()]);
    },
  };
}

interface Parts {
  config: SandboxConfig;
  world: World;
  clock: WorldClock;
  newId: () => string;
  publicUrl: () => string;
  replay: Replay | undefined;
}

async function registerAuthorization(app: FastifyInstance, parts: Parts & { tokens: Tokens; faults: Faults }) {
  const { config, world, replay } = parts;
  const codes = createAuthorizationCodes(parts);
  const { clientId, clientSecret, applicationId, watchpostUrl } = config;
  const onRefusal = (refusal: { status: number; operation: string; reason: string }) =>
    world.ledger.append({ kind: 'refusal', type: refusal.operation, detail: refusal });
  const takeCaptured = replay && (() => replay.take('lwaToken', false));
  await app.register(tokenEndpoint({ ...parts, clientId, clientSecret, codes, onRefusal, takeCaptured }));
  await app.register(sellerCentral({ ...parts, applicationId, watchpostUrl, sellers: world.sellers, codes }));
  const { adsClientId, adsClientSecret, speedup } = config;
  const adsParts = { ...parts, watchpostUrl, speedup, clientId: adsClientId, clientSecret: adsClientSecret };
  await app.register(advertising(adsParts));
}

/** The SP-API's two regional endpoints and the queue to which both send their notifications. */
async function registerMarketplace(
  app: FastifyInstance,
  parts: Parts & { tokens: Tokens; faults: Faults; calls: Calls },
) {
  const { config, world, replay } = parts;
  const accounts = createAccountStatuses();
  await app.register(accountStatusRoutes(world, accounts));
  const { maxReceives } = notificationsQueue;
  const messages = new MessageQueue({ ...parts, deadLetters: { queue: new MessageQueue(parts), maxReceives } });
  const queue = {
    deliver(arn: string, body: string) {
      if (arn === notificationsQueue.arn) messages.send(body);
      else
        world.ledger.append({ kind: 'refusal', type: 'notification', detail: { reason: `No queue is called ${arn}` } });
    },
  };
  const { speedup, applicationId, awsAccessKeyId } = config;
  const deps = { ...parts, queue, ledger: world.ledger, speedup, applicationId, replay, accounts };
  await app.register(spApi({ ...deps, endpoint: 'NA' }), { prefix: '/sp-api-na' });
  await app.register(spApi({ ...deps, endpoint: 'EU' }), { prefix: '/sp-api-eu' });
  await app.register(sqs({ ...parts, queue: messages, awsAccessKeyId }));
  if (!replay) return;
  await app.register(
    replayControl(replay, (body) => messages.send(body)),
    { prefix: '/sandbox/replay' },
  );
}

/** Stripe allows this many requests per second in test mode. */
const stripeRequestsPerSecond = 25;

const stripeSettings = (config: SandboxConfig) => ({
  host: config.host,
  publicUrl: config.stripePublicUrl,
  keys: { secretKey: config.stripeSecretKey, publishableKey: config.stripePublishableKey },
  webhook: { url: `${config.watchpostUrl}/api/hooks/stripe`, secret: config.stripeWebhookSecret },
  requestsPerSecond: Math.ceil(stripeRequestsPerSecond * config.speedup),
});

/** The smaller plans of page providers allow this many concurrent requests. */
const pagesAtOnce = 25;
/** Tokens refilled per minute, as in a medium-sized Keepa plan. */
const keepaRefillRate = 300;

/** Registers the page providers, the only source of reviews, badges and search positions. */
async function registerPages(app: FastifyInstance, parts: Parts & { faults: Faults; calls: Calls }) {
  const { retailApiKey, keepaApiKey, retailCredits, speedup } = parts.config;
  await app.register(
    rainforest(parts, { apiKey: retailApiKey, credits: retailCredits, atOnce: Math.ceil(pagesAtOnce * speedup) }),
  );
  await app.register(
    affiliate({ key: sandboxCredentials.affiliateApiKey, accountId: sandboxCredentials.affiliateAccountId }),
  );
  await app.register(keepa(parts, { key: keepaApiKey, tokens: retailCredits, refillRate: keepaRefillRate * speedup }));
}
