/** An error answer of the SP-API. */
export class SpApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string;

  constructor(status: number, code: string, { message, details = '' }: { message: string; details?: string }) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  get body(): string {
    return JSON.stringify({ errors: [{ code: this.code, message: this.message, details: this.details }] });
  }
}

/** Returns error 400. `details` names the wrong parameter; Amazon leaves it empty. */
export const invalidInput = (details: string): SpApiError =>
  new SpApiError(400, 'InvalidInput', {
    message: 'Request has missing or invalid parameters and cannot be parsed.',
    details,
  });

export const invalidMarketplace = (): SpApiError =>
  new SpApiError(400, 'InvalidInput', {
    message: 'Requested MarketplaceId is invalid, unsupported, or does not exist.',
  });

export const unauthorized = (details = ''): SpApiError =>
  new SpApiError(403, 'Unauthorized', { message: 'Access to requested resource is denied.', details });

export const notFound = (message: string): SpApiError => new SpApiError(404, 'NotFound', { message });

export const quotaExceeded = (): SpApiError =>
  new SpApiError(429, 'QuotaExceeded', { message: 'You exceeded your quota for the requested resource.' });

export const internalFailure = (): SpApiError =>
  new SpApiError(500, 'InternalFailure', { message: 'We encountered an internal error. Please try again.' });
