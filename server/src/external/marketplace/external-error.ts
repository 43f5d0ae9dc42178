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

/** The seller has taken the authorisation back, or it has run out: the account may need a new one. */
export class AuthorizationLost extends ExternalError {
  override readonly name = 'AuthorizationLost';

  /** With the status of the refusal where an operation refused; without one, no token is to be had. */
  constructor(service: string, reason: string, status?: number) {
    super(service, reason, { isPermanent: true, ...(status !== undefined && { status }) });
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
