import { pickTexts, signUpParameters } from '../../lib/session/pick-texts.ts';

export type SignUpSearch = ReturnType<typeof parseSignUpSearch>;

/** The parameters survive changes between sign-up and log-in, because both pages keep them. */
export const parseSignUpSearch = (search: Readonly<Record<string, unknown>>) => pickTexts(search, signUpParameters);
