export interface PageOptions {
  readonly isProduction: boolean;
  /** The pages that run the payment provider's script, and the addresses of its API and script; `null` without payments. */
  readonly payments: {
    readonly apiUrl: string;
    readonly scriptUrl: string;
    isPage(path: string): boolean;
  } | null;
  /** The pages that report conversions, and the address that they report to; `null` if nobody counts them. */
  readonly conversions: { readonly url: string; isPage(path: string): boolean } | null;
  /** The addresses of the chat service; `null` without a chat. Every page may open the chat. */
  readonly chat: { readonly loaderUrl: string; readonly apiBase: string } | null;
}

/** Origins of others from which a page may load something. */
type Sources = Readonly<Partial<Record<'script' | 'connect' | 'frame' | 'font' | 'media' | 'form', readonly string[]>>>;

/** Product pictures come from the marketplace's own hosts. Everything else comes from our own origin. */
function contentSecurityPolicy({ isProduction }: PageOptions, allowed: readonly Sources[]): string {
  const others = (kind: keyof Sources) => allowed.flatMap((sources) => sources[kind] ?? []);
  const withOwn = (directive: string, kind: keyof Sources) => [`${directive} 'self'`, ...others(kind)].join(' ');
  const frames = others('frame');
  return [
    "default-src 'self'",
    withOwn('script-src', 'script'),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${isProduction ? '' : ' http:'}`,
    withOwn('font-src', 'font'),
    withOwn('media-src', 'media'),
    withOwn('connect-src', 'connect'),
    ...(frames.length === 0 ? [] : [['frame-src', ...frames].join(' ')]),
    "frame-ancestors 'none'",
    withOwn('form-action', 'form'),
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Challenges of 3-D Secure are shown in frames of this host (docs.stripe.com/security/guide). */
const challengeHost = 'https://hooks.stripe.com';

function sourcesOfPayments({ apiUrl, scriptUrl }: NonNullable<PageOptions['payments']>): Sources {
  const { origin } = new URL(scriptUrl);
  return { script: [origin], connect: [new URL(apiUrl).origin], frame: [origin, challengeHost] };
}

/** The sources that Intercom names in its help, article 3894, for workspaces in all of its regions. */
const sourcesOfIntercom: Sources = {
  script: ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
  connect: [
    'https://via.intercom.io',
    ...['https://api', 'https://api-iam'].flatMap((host) => ['', '.eu', '.au'].map((at) => `${host}${at}.intercom.io`)),
    'https://api-ping.intercom.io',
    ...['https', 'wss'].flatMap((scheme) => [
      `${scheme}://*.intercom-messenger.com`,
      ...['a', 'b'].map((host) => `${scheme}://nexus-websocket-${host}.intercom.io`),
      ...['europe', 'australia'].map((host) => `${scheme}://nexus-${host}-websocket.intercom.io`),
    ]),
    'https://uploads.intercomcdn.com',
    'https://uploads.intercomcdn.eu',
    'https://uploads.au.intercomcdn.com',
    'https://uploads.intercomusercontent.com',
  ],
  frame: ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
  font: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
  media: ['https://js.intercomcdn.com'],
  form: ['https://intercom.help', ...['', '.eu', '.au'].map((at) => `https://api-iam${at}.intercom.io`)],
};

/** A chat service at another address is a stand-in, which needs nothing of Intercom. */
function sourcesOfChat({ loaderUrl, apiBase }: NonNullable<PageOptions['chat']>): Sources {
  if (new URL(loaderUrl).hostname.endsWith('.intercom.io')) return sourcesOfIntercom;
  return { script: [new URL(loaderUrl).origin], connect: [new URL(apiBase).origin] };
}

/** Returns a function that gives the security headers for the answer to a URL. */
export function secureHeadersOf(options: PageOptions): (url: string) => Readonly<Record<string, string>> {
  const { payments, conversions, chat } = options;
  const usual = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // The URL of the authorisation callback contains a code and a state, which must not reach other sites.
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(options.isProduction ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  // Parsed once, so that an invalid address ends the start of the process instead of failing each page.
  const sourcesOfConversions = conversions ? { connect: [new URL(conversions.url).origin] } : {};
  const headersFor = (path: string) => {
    const ofPayments = payments?.isPage(path) ? payments : null;
    const allowed = [
      ...(chat ? [sourcesOfChat(chat)] : []),
      ...(ofPayments ? [sourcesOfPayments(ofPayments)] : []),
      ...(conversions?.isPage(path) ? [sourcesOfConversions] : []),
    ];
    return {
      ...usual,
      'content-security-policy': contentSecurityPolicy(options, allowed),
      // The bank's log-in opens in a window that sends messages to this one.
      'cross-origin-opener-policy': ofPayments ? 'same-origin-allow-popups' : 'same-origin',
    };
  };
  const elsewhere = headersFor('');
  return (url) => {
    const [path = ''] = url.split('?', 1);
    return payments?.isPage(path) || conversions?.isPage(path) ? headersFor(path) : elsewhere;
  };
}
