import { messageOfError } from '@app/shared/base/thrown.ts';
import { ApiError } from '../../../lib/http/api-error.ts';

/**
 * Section 8: "Settings errors appear as 'error: message'"; written once when both are the same. The error may end with
 * what to do about errors of its kind, such as "Please ask the owner", which the message replaces.
 */
export function errorAndMessage(failure: unknown): string {
  if (!(failure instanceof ApiError)) return messageOfError(failure);
  const { error, message } = failure;
  if (error === null || error === message) return message;
  return `${error.replace(/\. Please .*$/, '')}: ${message}`;
}
