/** A refusal in the form of Google's APIs. */
export class GoogleError extends Error {
  override name = 'GoogleError';
  readonly code: number;
  readonly status: string;
  /** Why, where Google names it. */
  readonly reason: string | undefined;

  constructor(code: number, status: string, message: string, reason?: string) {
    super(message);
    this.reason = reason;
    this.code = code;
    this.status = status;
  }
}

export const invalidArgument = (message: string): GoogleError => new GoogleError(400, 'INVALID_ARGUMENT', message);
