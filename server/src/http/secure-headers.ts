import type { FastifyInstance } from 'fastify';

/** Product pictures come from the marketplace's own hosts. Everything else comes from our own origin. */
const contentSecurityPolicy = (isProduction: boolean): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${isProduction ? '' : ' http:'}`,
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');

export function secureHeaders(app: FastifyInstance, { isProduction }: { isProduction: boolean }): void {
  const headers = {
    'content-security-policy': contentSecurityPolicy(isProduction),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // The URL of the authorisation callback contains a code and a state, which must not reach other sites.
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isProduction ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
