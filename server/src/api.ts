import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { contract } from '@app/shared/contract/index.ts';
import { isConversionPage } from '@app/shared/domain/billing/conversion-pages.ts';
import { isPaymentPage } from '@app/shared/domain/billing/payment-pages.ts';
import type { OperatorContext } from './admin/command.ts';
import type { Context } from './context.ts';
import { accountRoutes, type AccountParts } from './features/accounts/routes.ts';
import { advertisingRoutes } from './features/advertising/routes.ts';
import { triageRoutes } from './features/triage/routes.ts';
import { spreadsheetRoutes } from './features/triage/spreadsheets/routes.ts';
import type { WorldFeed } from './features/world/feed.ts';
import { worldRoutes } from './features/world/routes.ts';
import { sendPasswordLink } from './features/auth/mails/password-links.ts';
import { accessTokenRoutes } from './features/auth/access-token-routes.ts';
import { admitProgram } from './features/auth/access-tokens/programs.ts';
import { authRoutes } from './features/auth/routes.ts';
import { endAccess } from './features/auth/end-access.ts';
import { createPasswords, type Passwords } from './features/auth/log-in/passwords.ts';
import { holdSession } from './features/auth/sessions/hold-session.ts';
import { isProved } from './features/auth/sessions/proof.ts';
import { Sessions } from './features/auth/sessions/sessions.ts';
import { twoFactorRoutes } from './features/auth/two-factor-routes.ts';
import { billingFigures } from './features/billing/figures.ts';
import { findPackageOfCode } from './features/billing/packages/package-queries.ts';
import { billingRoutes, paymentHookRoutes } from './features/billing/routes.ts';
import { beginSubscription } from './features/billing/standing/begin-subscription.ts';
import { findPaymentStatus } from './features/billing/standing/payment-status.ts';
import { catalogRoutes } from './features/catalog/routes.ts';
import { endListed } from './features/connections/disconnect.ts';
import { googleSheetsRoutes } from './features/google-sheets/routes.ts';
import { googleSheetsService } from './features/google-sheets/service.ts';
import { hookRoutes } from './features/delivering/replies/hook-routes.ts';
import { channelRoutes } from './features/delivering/channels/routes.ts';
import { mailRoutes, takeForms } from './features/delivering/replies/mail-routes.ts';
import { pushRoutes } from './features/delivering/browsers/push-routes.ts';
import { mcpRoutes } from './features/mcp/routes.ts';
import { processFigureGroup } from './features/operating/figures/read-figures.ts';
import { operatingRoutes } from './features/operating/routes.ts';
import { oauthRoutes } from './features/oauth/routes.ts';
import { tokenEndpoints } from './features/oauth/token-endpoints.ts';
import { publicApiRoutes } from './features/public-api/routes.ts';
import { salesSpreadsheetRoutes } from './features/sales-spreadsheet/routes.ts';
import { listSellers, renameSellers } from './features/sellers/listed-sellers.ts';
import { sellerRoutes, type SellerRouteParts } from './features/sellers/routes.ts';
import { findSetupFacts } from './features/sellers/setup-queries.ts';
import { supportRoutes } from './features/support/routes.ts';
import { findDeletion } from './features/tenant-data/deletion/deletion-queries.ts';
import { tenantDataRoutes } from './features/tenant-data/routes.ts';
import { productSettingsRoutes, productSheetRoutes } from './features/tracking/routes.ts';
import { forgetSetUp } from './forget-set-up.ts';
import { createApp } from './http/app.ts';
import { csrfKeyFrom, hasValidCsrfToken } from './http/csrf.ts';
import { drainOnClose } from './http/drain.ts';
import { healthRoutes } from './http/health.ts';
import { implement, type Gate } from './http/implement.ts';
import { keepRawBodies } from './http/raw-bodies.ts';
import { sessionCookie } from './http/session-cookie.ts';
import { takeUploads } from './http/uploads.ts';
import { serveWeb } from './http/web-pages.ts';

interface ApiParts {
  /** The context of operators' calls, whose database login sees all tenants. */
  readonly operator: OperatorContext;
  /** The hashing of passwords; by default as in production. */
  readonly passwords?: Passwords;
}

/**
 * Creates the whole API and the browser's application, not yet listening. Closing it also closes the feed.
 */
export async function createApi(
  ctx: Context,
  feed: WorldFeed,
  { operator, passwords = createPasswords() }: ApiParts,
): Promise<FastifyInstance> {
  const { config, log, random, clock } = ctx;
  const isSecure = config.publicUrl.startsWith('https:');
  const cookie = sessionCookie({ isSecure });
  const sessions = new Sessions(ctx, cookie);
  const csrf = { key: csrfKeyFrom(currentKey(ctx)), isSecure };
  const gate: Gate = {
    findActor: (request) => sessions.findActor(request),
    hasCsrf: (request) => hasValidCsrfToken(request, csrf),
    isProved: (actor) => ctx.db.tenant(actor.tenantId, (tx) => isProved(tx, actor, clock.now())),
    admitProgram: (request, reply, scope) => admitProgram(ctx, { request, reply }, { path: '/api/v1', scope }),
  };

  const payments = config.payments && { ...config.payments, isPage: isPaymentPage };
  const app = await createApp({
    log,
    random,
    clock,
    isProduction: config.isProduction,
    trustedProxies: config.trustedProxies,
    payments,
    conversions: config.conversionUrl === null ? null : { url: config.conversionUrl, isPage: isConversionPage },
    chat: config.chat,
    cookie,
  });
  const checkDatabase = () => sql`select 1`.execute(ctx.db.global);
  healthRoutes(app, {
    checkDatabase,
    figures: [billingFigures(ctx), processFigureGroup({ measurePool: () => ctx.db.measurePool() })],
    metricsToken: config.metricsToken,
  });
  drainOnClose(app, { clock, noticeMs: config.stopNoticeMs });
  const accounts = accountParts(ctx, sessions);
  const facts = { findSetupFacts, findPaymentStatus, findDeletion };
  const authParts = { sessions, csrf, passwords, ...facts, findPackageOfCode, beginSubscription, forgetSetUp };
  implement(app, gate, { contract: contract.auth, handlers: authRoutes(ctx, authParts) });
  implement(app, gate, { contract: contract.twoFactor, handlers: twoFactorRoutes(ctx, { sessions, passwords }) });
  implement(app, gate, { contract: contract.accessTokens, handlers: accessTokenRoutes(ctx) });
  implement(app, gate, { contract: contract.accounts, handlers: accountRoutes(ctx, accounts) });
  implement(app, gate, { contract: contract.sellers, handlers: sellerRoutes(ctx, sellerParts(ctx, accounts)) });
  implement(app, gate, { contract: contract.advertising, handlers: advertisingRoutes(ctx) });
  implement(app, gate, { contract: contract.googleSheets, handlers: googleSheetsRoutes(ctx) });
  implement(app, gate, { contract: contract.support, handlers: supportRoutes(ctx) });
  implement(app, gate, { contract: contract.billing, handlers: billingRoutes(ctx) });
  implement(app, gate, { contract: contract.tenantData, handlers: tenantDataRoutes(ctx) });
  implement(app, gate, { contract: contract.oauth, handlers: oauthRoutes(ctx) });
  implement(app, gate, { contract: contract.operator, handlers: operatingRoutes(operator) });
  implement(app, gate, { contract: contract.publicApi, handlers: publicApiRoutes(ctx) });
  mcpRoutes(app, ctx, {
    admit: (request, reply) => admitProgram(ctx, { request, reply }, { path: '/mcp', scope: 'catalogue:read' }),
  });
  implement(app, gate, { contract: contract.catalog, handlers: catalogRoutes(ctx) });
  implement(app, gate, { contract: contract.productSettings, handlers: productSettingsRoutes(ctx) });
  implement(app, gate, { contract: contract.salesSpreadsheet, handlers: salesSpreadsheetRoutes(ctx) });
  implement(app, gate, {
    contract: contract.world,
    handlers: worldRoutes(ctx, { feed, gate, addStream: (actor, close) => sessions.addStream(actor, close) }),
  });
  implement(app, gate, { contract: contract.triage, handlers: triageRoutes(ctx) });
  implement(app, gate, { contract: contract.push, handlers: pushRoutes(ctx, { holdSession }) });
  implement(app, gate, { contract: contract.channels, handlers: channelRoutes(ctx) });
  await app.register((scope, _options, done) => {
    tokenEndpoints(scope, ctx);
    done();
  });
  await app.register((scope, _options, done) => {
    keepRawBodies(scope);
    implement(scope, gate, { contract: contract.hooks, handlers: { ...hookRoutes(ctx), ...paymentHookRoutes(ctx) } });
    done();
  });
  await app.register((scope, _options, done) => {
    takeForms(scope);
    implement(scope, gate, { contract: contract.mail, handlers: mailRoutes(ctx) });
    done();
  });
  await app.register(async (scope) => {
    await takeUploads(scope);
    implement(scope, gate, { contract: contract.spreadsheets, handlers: spreadsheetRoutes(ctx) });
    implement(scope, gate, { contract: contract.productSheet, handlers: productSheetRoutes(ctx) });
  });
  app.addHook('onClose', () => feed.close());
  await serveWeb(app);
  return app;
}

/**
 * The functions of other features that the settings call. They are passed in, because `accounts` may not import these
 * features.
 */
const accountParts = (ctx: Context, sessions: Sessions): AccountParts => ({
  sellers: { listSellers, renameSellers },
  isProved,
  endAccess,
  dropSessions: (tenantId, sessionHashes) => sessions.drop(tenantId, sessionHashes),
  invite: (invitation) => sendPasswordLink(ctx, invitation),
});

const sellerParts = (ctx: Context, { dropSessions }: Pick<AccountParts, 'dropSessions'>): SellerRouteParts => ({
  dropSessions,
  endConnection: (entry) => endListed(ctx, ctx.google ? [googleSheetsService(ctx.google, ctx.config)] : [], entry),
});

function currentKey({ keys }: Context): Buffer {
  const [key] = keys.values();
  if (!key) throw new Error('No encryption key is set');
  return key;
}
