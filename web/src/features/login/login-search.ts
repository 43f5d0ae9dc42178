import { keptTexts, signUpParameters } from '../../lib/session/kept-texts.ts';

/** What belongs to a sign-up that is under way, and why an authorisation has ended at the log-in. */
export const parseLoginSearch = (search: Readonly<Record<string, unknown>>) =>
  keptTexts(search, [...signUpParameters, 'authorizationError']);
