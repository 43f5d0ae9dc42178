import type { RequestName } from './standing.ts';

/** A failure of an external service. If it is permanent, a retry does not help until a person acts. */
export class ExternalError extends Error {
  override readonly name: string = 'ExternalError';
  readonly service: string;
  readonly isPermanent: boolean;
  /** The HTTP status of the refusal, or `null` without an answer. */
  readonly status: number | null;

  constructor(service: string, reason: string, options: { isPermanent: boolean; status?: number; cause?: unknown }) {
    super(`${service}: ${reason}`, { cause: options.cause });
    this.service = service;
    this.isPermanent = options.isPermanent;
    this.status = options.status ?? null;
  }
}

/** Login with Amazon answers `invalid_grant`: the seller has revoked the authorisation, or it has expired. */
export class AuthorizationLost extends ExternalError {
  override readonly name = 'AuthorizationLost';

  constructor(service: string, reason: string) {
    super(service, reason, { isPermanent: true });
  }
}

/**
 * The marketplace denies a request although the access token is new: the account lacks a role, or does not take part
 * in a programme or marketplace. Other requests of the account are not affected.
 */
export class OperationRefused extends ExternalError {
  override readonly name = 'OperationRefused';
  readonly request: RequestName;

  /** Without a status the request was not sent, because the same one was refused a short time ago. */
  constructor(request: RequestName, reason: string, status?: number) {
    super(request.operation, reason, { isPermanent: false, ...(status !== undefined && { status }) });
    this.request = request;
  }
}

/**
 * Login with Amazon rejects the id or the secret of the application. The operator must act; no seller account is at
 * fault.
 */
export class ApplicationRefused extends ExternalError {
  override readonly name = 'ApplicationRefused';

  constructor(service: string, reason: string) {
    super(service, reason, { isPermanent: false });
  }
}

/** The quota of this seller and operation is used up: no request was sent, or it was refused with a time to come back. */
export class OutOfQuota extends ExternalError {
  override readonly name = 'OutOfQuota';
  readonly retryAt: Date;

  constructor(operation: string, retryAt: Date) {
    super(operation, `no quota before ${retryAt.toISOString()}`, { isPermanent: false });
    this.retryAt = retryAt;
  }
}

/** Whether the marketplace rejected the request itself, so that repeating it is useless. */
export const isRefused = (error: unknown): error is ExternalError =>
  error instanceof ExternalError && error.status === 400;
