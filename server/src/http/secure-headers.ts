import type { FastifyInstance } from 'fastify';

export interface PageOptions {
  readonly isProduction: boolean;
  /** The pages that run the payment provider's script, and the addresses of its API and script; `null` without payments. */
  readonly payments: {
    readonly apiUrl: string;
    readonly scriptUrl: string;
    isPage(path: string): boolean;
  } | null;
}

interface Sources {
  readonly script: readonly string[];
  readonly connect: readonly string[];
  readonly frame: readonly string[];
}

const ownOnly: Sources = { script: [], connect: [], frame: [] };

/** Product pictures come from the marketplace's own hosts. Everything else comes from our own origin. */
const contentSecurityPolicy = ({ isProduction }: PageOptions, { script, connect, frame }: Sources): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${isProduction ? '' : ' http:'}`,
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    ...(frame.length === 0 ? [] : [['frame-src', ...frame].join(' ')]),
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');

/** Challenges of 3-D Secure are shown in frames of this host (docs.stripe.com/security/guide). */
const challengeHost = 'https://hooks.stripe.com';

function sourcesOfPayments({ apiUrl, scriptUrl }: NonNullable<PageOptions['payments']>): Sources {
  const { origin } = new URL(scriptUrl);
  return { script: [origin], connect: [new URL(apiUrl).origin], frame: [origin, challengeHost] };
}

export function secureHeaders(app: FastifyInstance, options: PageOptions): void {
  const usual = {
    'content-security-policy': contentSecurityPolicy(options, ownOnly),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // The URL of the authorisation callback contains a code and a state, which must not reach other sites.
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(options.isProduction ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const ofPaymentPages = options.payments && {
    ...usual,
    'content-security-policy': contentSecurityPolicy(options, sourcesOfPayments(options.payments)),
    // The bank's log-in opens in a window that answers to this one.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    reply.headers(ofPaymentPages && options.payments?.isPage(path) ? ofPaymentPages : usual);
  });
}
