import { pickTexts } from '../../lib/session/pick-texts.ts';

/** The address that was typed at the log-in. */
export const parseForgotPasswordSearch = (search: Readonly<Record<string, unknown>>) => pickTexts(search, ['email']);
