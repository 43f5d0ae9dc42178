/** What the server said about a call that failed, or what we say when nobody answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when no answer came. */
  readonly status: number;
  /** Of the error catalogue; `offline` when no answer came, `unknown` when the answer was not the server's. */
  readonly code: string;
  /** What kind of failure it is, in words; `message` says more of this one. Null when the server did not answer. */
  readonly error: string | null;
  readonly requestId: string | null;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    requestId: string | null;
    error?: string | null;
  }) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.error = failure.error ?? null;
    this.requestId = failure.requestId;
  }
}

export const offlineText = 'You seem to be offline';
export const noConnectionText = 'Your connection seems to be down at the moment.';

/** Codes by which our own server reports somebody else's outage: the connection to the server itself is fine. */
const outsideCodes = new Set(['serviceOff', 'outside']);
const offlineStatuses = new Set([0, 500, 502, 503, 504]);

/** Specification, section 4: which failures mean that the connection is down. */
export const meansOffline = (error: ApiError): boolean =>
  offlineStatuses.has(error.status) && !outsideCodes.has(error.code);

/** `text` is the body of the answer; a proxy's own page is not JSON and says nothing a person could use. */
export function apiErrorOf(status: number, text: string): ApiError {
  const body = parseObject(text);
  const code = stringOf(body['code']);
  const message = stringOf(body['message']);
  return new ApiError({
    status,
    code: code ?? (offlineStatuses.has(status) ? 'offline' : 'unknown'),
    message: message ?? (offlineStatuses.has(status) ? offlineText : `The server answered with ${status}`),
    error: stringOf(body['error']),
    requestId: stringOf(body['requestId']),
  });
}

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
