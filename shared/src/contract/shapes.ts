import * as z from 'zod/mini';

/** The response of a call that answers 204. */
export const nothing = z.void();

export const rowId = z.string().check(z.regex(/^[1-9][0-9]{0,17}$/));
