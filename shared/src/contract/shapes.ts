import * as z from 'zod/mini';

/** The response of a call that answers 204. */
export const nothing = z.void();

export const rowId = z.string().check(z.regex(/^[1-9][0-9]{0,17}$/));

export const emailText = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
