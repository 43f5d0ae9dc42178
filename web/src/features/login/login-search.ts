import { pickTexts, signUpParameters } from '../../lib/session/pick-texts.ts';

/** The parameters of a sign-up in progress, and the error of a failed authorisation. */
export const parseLoginSearch = (search: Readonly<Record<string, unknown>>) =>
  pickTexts(search, [...signUpParameters, 'authorizationError']);
