interface ErrorFields {
  readonly type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly code?: string;
  readonly message: string;
  readonly param?: string;
  readonly decline_code?: string;
  readonly advice_code?: string;
  readonly network_decline_code?: string;
  readonly charge?: string;
  readonly payment_intent?: object;
  readonly payment_method?: object;
  readonly setup_intent?: object;
}

/** A refusal in Stripe's format. */
export class StripeError extends Error {
  override name = 'StripeError';
  readonly status: number;
  readonly fields: ErrorFields;

  constructor(status: number, fields: ErrorFields) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
  }

  /** The body, with a copy of the objects in it, because they may change later. */
  body(requestId: string): object {
    const { code, ...rest } = this.fields;
    const documentation =
      code === undefined ? {} : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
    const type = this.fields.type ?? 'invalid_request_error';
    const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`;
    return structuredClone({ error: { ...documentation, ...rest, request_log_url, type } });
  }
}

export const badRequest = (message: string, more: Partial<ErrorFields> = {}): StripeError =>
  new StripeError(400, { ...more, message });

export const missing = (param: string): StripeError =>
  badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

/** `param` is the name of the parameter that named the object; in a path it is always `id`. */
export function notFound(kind: string, id: string, { param = 'id', status = 404 } = {}): StripeError {
  return new StripeError(status, { code: 'resource_missing', param, message: `No such ${kind}: '${id}'` });
}
