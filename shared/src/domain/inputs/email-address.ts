/** Section 5: strips spaces and tabs from a typed address. `isEmail` checks the limit of 100 characters. */
export const cleanEmail = (typed: string): string => typed.replace(/[ \t]/g, '');

const pattern = /^[^\s@"(),:;<>[\\\]]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

export const isEmail = (email: string): boolean => email.length <= 100 && pattern.test(email);
