import { apiMe } from './account.ts';

/** The calls for programs. Their functions are in `server/src/features/public-api`. */
export const publicApiCalls = { apiMe } as const;
