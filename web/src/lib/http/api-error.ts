/** The server's description of a failed call, or our own when there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** A code of the error catalogue; `offline` without an answer, `unknown` when the answer was not our server's. */
  readonly code: string;
  /** The kind of failure in words; `message` says more about this one. Null when the server did not answer. */
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

  get isOutage(): boolean {
    return meansOffline(this);
  }
}

export const offlineText = 'You seem to be offline';
export const noConnectionText = 'Your connection seems to be down at the moment.';

/** Ends the text of a failure with a full stop. Only the specification's text about a lost token has one already. */
export const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/**
 * Codes by which our own server reports the outage of another service, or that it cannot read a secret, which only the
 * text of the failure tells the person: the connection to our server is fine.
 */
const answeredCodes = new Set(['outside', 'paymentProvider', 'secretUnreadable']);
const offlineStatuses = new Set([0, 500, 502, 503, 504]);

/** A 500 with the id of the request is a defect of our own server; without one it is the page of a proxy. */
const isOwnDefect = ({ status, requestId }: ApiError): boolean => status === 500 && requestId !== null;

/** Specification, section 4: the failures that mean that the connection is down. */
export const meansOffline = (error: ApiError): boolean =>
  offlineStatuses.has(error.status) && !answeredCodes.has(error.code) && !isOwnDefect(error);

/** `text` is the body of the answer; a proxy's own page is not JSON and has no message for people. */
export function apiErrorOf(status: number, text: string): ApiError {
  const body = parseObject(text);
  const code = stringOf(body['code']);
  const message = stringOf(body['message']);
  return new ApiError({
    status,
    code: code ?? (offlineStatuses.has(status) ? 'offline' : 'unknown'),
    message: message ?? (offlineStatuses.has(status) ? offlineText : textOfProxy(status)),
    error: stringOf(body['error']),
    requestId: stringOf(body['requestId']),
  });
}

/**
 * The texts for what a proxy refuses before our server sees it, because its page has no text for people. They are those
 * of the error catalogue, which would be loaded by every page.
 */
const proxyRefusals: Readonly<Record<number, string>> = {
  413: 'The request is too large. Please send less at a time',
  429: 'Too many attempts. Please wait a few minutes and try again',
};

const textOfProxy = (status: number): string => proxyRefusals[status] ?? `The server answered with ${status}`;

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
