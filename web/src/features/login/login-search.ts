import { keptTexts, signUpParameters } from '../../lib/session/kept-texts.ts';

/** The parameters of a sign-up in progress, and the error of a failed authorisation. */
export const parseLoginSearch = (search: Readonly<Record<string, unknown>>) =>
  keptTexts(search, [...signUpParameters, 'authorizationError']);
