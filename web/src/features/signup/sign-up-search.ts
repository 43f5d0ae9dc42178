import { keptTexts, signUpParameters } from '../../lib/session/kept-texts.ts';

export type SignUpSearch = ReturnType<typeof parseSignUpSearch>;

/** The parameters survive changes between sign-up and log-in, because both pages keep them. */
export const parseSignUpSearch = (search: Readonly<Record<string, unknown>>) => keptTexts(search, signUpParameters);
