import { keptTexts } from '../../lib/session/kept-texts.ts';

/** The address that was typed at the log-in. */
export const parseForgotPasswordSearch = (search: Readonly<Record<string, unknown>>) => keptTexts(search, ['email']);
