import * as z from 'zod/mini';
import { maybe } from '../marketplace/answers/answer.ts';
import { ApplicationRefused, ExternalError } from '../marketplace/external-error.ts';

/** The name of the service in errors and the log. */
export const service = 'google sheets';

/** The spreadsheet was deleted, or Google no longer lets us edit it. */
export class SpreadsheetLost extends ExternalError {
  override readonly name = 'SpreadsheetLost';

  constructor(status: number) {
    super(service, `status ${status}`, { isPermanent: true, status });
  }
}

/** The user has put the spreadsheet into the bin. Once the user has restored it, it is written again. */
export class SpreadsheetInBin extends ExternalError {
  override readonly name = 'SpreadsheetInBin';

  constructor() {
    super(service, 'the spreadsheet is in the bin', { isPermanent: false });
  }
}

/** Google names the reason of a refusal in `details`, and in `errors` where the API is older. */
const namedReason = z.object({ reason: maybe(z.string()) });
const failure = z.object({
  error: z.object({
    message: z.string(),
    details: z._default(z.array(namedReason), []),
    errors: z._default(z.array(namedReason), []),
  }),
});
const reasonsOfApplication = new Set(['SERVICE_DISABLED', 'accessNotConfigured']);
const reasonsOfQuota = new Set(['RATE_LIMIT_EXCEEDED', 'rateLimitExceeded', 'userRateLimitExceeded']);

/**
 * Returns the error for a refusal. `SpreadsheetLost` is only for refusals that concern the spreadsheet: neither our
 * application nor a used-up quota is their cause.
 */
export function refusalOf(status: number, answer: unknown): ExternalError {
  const error = failure.safeParse(answer).data?.error;
  const said = error === undefined ? '' : `: ${error.message.slice(0, 200)}`;
  const reasons = error === undefined ? [] : [...error.details, ...error.errors].map(({ reason }) => reason ?? '');
  if (reasons.some((reason) => reasonsOfApplication.has(reason)))
    return new ApplicationRefused(service, `status ${status}${said}`);
  const isQuota = reasons.some((reason) => reasonsOfQuota.has(reason));
  if (!isQuota && (status === 403 || status === 404)) return new SpreadsheetLost(status);
  return new ExternalError(service, `status ${status}${said}`, { isPermanent: false, status: isQuota ? 429 : status });
}
