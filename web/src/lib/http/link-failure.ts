import { ApiError } from './api-error.ts';

/**
 * The title of a page whose link, from a mail, was not followed. Only a refusal is about the link: an outage, a defect
 * of ours and too many requests leave it as it was.
 */
export const linkFailureTitle = (error: Error): string =>
  mayFollowAgain(error) ? 'The link was not followed yet' : 'This link does not work';

/** Whether the same link may work at another attempt. */
export const mayFollowAgain = (error: Error): boolean =>
  !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 429;
