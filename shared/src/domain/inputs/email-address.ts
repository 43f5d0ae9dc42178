/**
 * Section 5: strips spaces and tabs from a typed address, also spaces of other widths and invisible characters: people
 * paste them along, and see no reason why the address should be wrong. Unlike other texts, an address has no joiners, and
 * so no format character at all. `isEmail` checks the limit of 100 characters.
 */
export const cleanEmail = (typed: string): string => typed.replaceAll(/[\t\p{Zs}\p{Cf}]/gu, '');

/** Whether two addresses are the same log-in and the same mailbox: upper and lower case make no difference. */
export const isSameEmail = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const pattern = /^[^\s@"(),:;<>[\\\]]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

export const isEmail = (email: string): boolean => email.length <= 100 && pattern.test(email);
