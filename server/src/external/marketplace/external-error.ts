import type { RequestName } from './standing.ts';

/** The outside world failed. Permanent means that asking again will not help until a person acts. */
export class ExternalError extends Error {
  override readonly name: string = 'ExternalError';
  readonly service: string;
  readonly isPermanent: boolean;
  /** The HTTP status of the refusal, where there was one. */
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
 * The marketplace denies a request although the access token is new: the account lacks a role, or takes no part in a
 * programme or a marketplace. It says nothing about the other requests of the account.
 */
export class OperationRefused extends ExternalError {
  override readonly name = 'OperationRefused';
  readonly request: RequestName;

  /** Without a status the request was not made, as it was refused a short time ago. */
  constructor(request: RequestName, reason: string, status?: number) {
    super(request.operation, reason, { isPermanent: false, ...(status !== undefined && { status }) });
    this.request = request;
  }
}

/** Login with Amazon refuses the application, by its id or its secret. The operator must act; no account is at fault. */
export class ApplicationRefused extends ExternalError {
  override readonly name = 'ApplicationRefused';

  constructor(service: string, reason: string) {
    super(service, reason, { isPermanent: false });
  }
}

/** The quota of this seller and operation is used up for now; nothing was asked. */
export class OutOfQuota extends ExternalError {
  override readonly name = 'OutOfQuota';
  readonly retryAt: Date;

  constructor(operation: string, retryAt: Date) {
    super(operation, `no quota before ${retryAt.toISOString()}`, { isPermanent: false });
    this.retryAt = retryAt;
  }
}

/** The marketplace does not take the question; the same question will fare no better. */
export const isRefused = (error: unknown): error is ExternalError =>
  error instanceof ExternalError && error.status === 400;
