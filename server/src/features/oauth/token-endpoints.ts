import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resourceMetadata, serverMetadata } from './metadata.ts';
import { exchangeCode, refreshTokens, revoke, type ExchangeContext } from './tokens/exchange.ts';
import { OAuthError } from './tokens/oauth-error.ts';
import { clientOf, readForm, requireParameter, type Form } from './tokens/token-request.ts';

const bodyLimit = 20_000;

/**
 * The endpoints that programs call themselves. They are not part of the contract, because their requests are forms and
 * their refusals have the shape of RFC 6749. Must be called on a separate Fastify scope.
 */
export function tokenEndpoints(scope: FastifyInstance, ctx: ExchangeContext): void {
  const { publicUrl } = ctx.config;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
  // Any other body is refused by `readForm`, in the shape of these endpoints.
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, _body, done) => done(null, null));
  scope.post('/oauth/token', (request, reply) =>
    answer(ctx, { request, reply }, (clientId, form) => {
      const grant = requireParameter(form, 'grant_type');
      if (grant === 'authorization_code') return exchangeCode(ctx, { clientId, form });
      if (grant === 'refresh_token') return refreshTokens(ctx, { clientId, form });
      throw new OAuthError('unsupported_grant_type', 'Only authorization_code and refresh_token are known');
    }),
  );
  scope.post('/oauth/revoke', (request, reply) =>
    answer(ctx, { request, reply }, async (clientId, form) => {
      await revoke(ctx, { clientId, form });
      return {};
    }),
  );
  // The pages of the browser would answer otherwise.
  for (const url of ['/oauth/token', '/oauth/revoke']) {
    scope.route({ method: ['GET', 'PUT', 'PATCH', 'DELETE'], url, handler: refuseMethod });
  }
  scope.get('/.well-known/oauth-authorization-server', async () => serverMetadata(publicUrl));
  for (const { path, metadata } of resourceMetadata(publicUrl)) {
    scope.get(`/.well-known/oauth-protected-resource${path}`, async () => metadata);
  }
}

const refuseMethod = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(405)
    .headers({ allow: 'POST', 'cache-control': 'no-store' })
    .send({ error: 'invalid_request', error_description: 'Only POST is answered here' });

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(
  ctx: ExchangeContext,
  { request, reply }: Exchange,
  work: (clientId: string, form: Form) => Promise<object>,
): Promise<object> {
  reply.header('cache-control', 'no-store');
  try {
    const form = readForm(request.body);
    return await work(clientOf(ctx, form, request.headers.authorization), form);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (error.retryAfterSeconds !== null) reply.header('retry-after', String(error.retryAfterSeconds));
    if (error.code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="oauth"');
    return reply.code(statusOf(error)).send({ error: error.code, error_description: error.message });
  }
}

function statusOf({ code }: OAuthError): number {
  if (code === 'invalid_client') return 401;
  return code === 'temporarily_unavailable' ? 429 : 400;
}
