import type { contract } from '@app/shared/contract/index.ts';
import type { Handlers } from '../../http/implement.ts';
import { listConnections } from '../connections/connection-queries.ts';
import { shapeConnection } from '../connections/standing.ts';
import { adsServiceId } from './ads-service.ts';
import { beginAdConnect, finishAdConnect, type AdConnectContext } from './connect-advertising.ts';
import { listReportedSpans } from './connection-queries.ts';
import { disconnectAdvertising } from './disconnect-advertising.ts';

const nonceSeconds = 600;

/** The connections of seller accounts to Amazon Advertising. */
export function advertisingRoutes(ctx: AdConnectContext): Handlers<typeof contract.advertising> {
  const isSecure = ctx.config.publicUrl.startsWith('https:');
  // Over https browsers accept a cookie with this prefix only if it is secure.
  const prefix = isSecure ? '__Secure-watchpost_ad_connect' : 'watchpost_ad_connect';
  // Each seller account has a cookie of its own, so that consents can be under way in two tabs.
  const nonceCookie = (sellerId: string): string => `${prefix}_${sellerId}`;
  const cookie = { path: '/api/identity/ad-connect', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return {
    async adConnections({ actor }) {
      const { tenantId, hiddenSellerAccountIds } = actor;
      const { connections, spans } = await ctx.db.tenant(tenantId, async (tx) => ({
        connections: await listConnections(tx, { tenantId, service: adsServiceId }),
        spans: await listReportedSpans(tx, actor),
      }));
      return {
        connections: connections
          .filter(({ subject }) => !hiddenSellerAccountIds.includes(subject))
          .map((connection) => ({
            sellerId: connection.subject,
            connection: shapeConnection(connection),
            reported: spans.filter(({ sellerId }) => sellerId === connection.subject),
          })),
      };
    },

    async adConnectRedirect({ actor, params, reply }) {
      const { location, nonce } = await beginAdConnect(ctx, actor, params.sellerId);
      void reply.setCookie(nonceCookie(params.sellerId), nonce, { ...cookie, maxAge: nonceSeconds });
      return { location };
    },

    async adConnect({ actor, query, request, reply }) {
      const { state, code, error } = query;
      const nonce = request.cookies[nonceCookie(state ?? '')];
      if (nonce !== undefined) void reply.clearCookie(nonceCookie(state ?? ''), cookie);
      await reply.redirect(await finishAdConnect(ctx, actor, { nonce, state, code, error }), 303);
    },

    adDisconnect: ({ actor, params }) => disconnectAdvertising(ctx, actor, params.sellerId),
  };
}
