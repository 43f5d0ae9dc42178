import { ApiError } from '../../../lib/http/api-error.ts';

/** Section 8: "Settings errors appear as 'error: message'"; written once when both are the same. */
export function errorAndMessage(failure: unknown): string {
  if (!(failure instanceof ApiError)) return failure instanceof Error ? failure.message : String(failure);
  const { error, message } = failure;
  return error === null || error === message ? message : `${error}: ${message}`;
}
