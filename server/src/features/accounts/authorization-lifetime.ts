import { dayMs } from '@app/shared/base/time.ts';

/**
 * A person has to give an authorisation of a program again after a year, however often its tokens were renewed, and
 * whether or not it has hooks.
 */
export const authorizationMs = 365 * dayMs;
