/** A refusal in the form of Google's APIs. */
export class GoogleError extends Error {
  override name = 'GoogleError';
  readonly code: number;
  readonly status: string;
  /** The reason, where Google names one. */
  reason?: string;

  constructor(code: number, status: string, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Returns the error with which Google refuses every call of the application for this reason. */
export const applicationRefused = (reason: string): GoogleError =>
  Object.assign(new GoogleError(403, 'PERMISSION_DENIED', 'A planned failure.'), { reason });

export const invalidArgument = (message: string): GoogleError => new GoogleError(400, 'INVALID_ARGUMENT', message);
