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
import { listSellers } from './features/sellers/listed-sellers.ts';
import { renameSellers } from './features/sellers/queries.ts';
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
import { implementAll, type Gate } from './http/implement.ts';
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
  await implementAll(app, gate, {
    contract,
    handlers: {
      auth: authRoutes(ctx, authParts),
      twoFactor: twoFactorRoutes(ctx, { sessions, passwords }),
      accounts: accountRoutes(ctx, accounts),
      accessTokens: accessTokenRoutes(ctx),
      sellers: sellerRoutes(ctx, sellerParts(ctx, accounts)),
      advertising: advertisingRoutes(ctx),
      googleSheets: googleSheetsRoutes(ctx),
      support: supportRoutes(ctx),
      catalog: catalogRoutes(ctx),
      productSettings: productSettingsRoutes(ctx),
      world: worldRoutes(ctx, { feed, gate, addStream: (actor, close) => sessions.addStream(actor, close) }),
      triage: triageRoutes(ctx),
      spreadsheets: spreadsheetRoutes(ctx),
      productSheet: productSheetRoutes(ctx),
      salesSpreadsheet: salesSpreadsheetRoutes(ctx),
      push: pushRoutes(ctx, { holdSession }),
      channels: channelRoutes(ctx),
      mail: mailRoutes(ctx),
      hooks: { ...hookRoutes(ctx), ...paymentHookRoutes(ctx) },
      billing: billingRoutes(ctx),
      tenantData: tenantDataRoutes(ctx),
      oauth: oauthRoutes(ctx),
      publicApi: publicApiRoutes(ctx),
      operator: operatingRoutes(operator),
    },
    bodies: { hooks: keepRawBodies, mail: takeForms, spreadsheets: takeUploads, productSheet: takeUploads },
  });
  mcpRoutes(app, ctx, {
    admit: (request, reply) => admitProgram(ctx, { request, reply }, { path: '/mcp', scope: 'catalogue:read' }),
  });
  await app.register((scope, _options, done) => {
    tokenEndpoints(scope, ctx);
    done();
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
