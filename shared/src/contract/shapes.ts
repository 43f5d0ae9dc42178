import * as z from 'zod/mini';
import { controls } from '../base/invisible-characters.ts';
import { cleanEmail } from '../domain/inputs/email-address.ts';

/** The response of a call that answers 204. */
export const nothing = z.void();

export const rowId = z.string().check(z.regex(/^[1-9][0-9]{0,17}$/));

export const textUpTo = (most: number) => z.string().check(z.maxLength(most));

/**
 * A parameter with which a browser arrives by a redirect from a service outside. One that cannot be read counts as
 * absent, because the answer is always a page or a redirect into the product, which shows the error.
 */
export const redirectedText = (most: number) => z.catch(z.optional(textUpTo(most)), undefined);

/**
 * Cleans a text before its characters are counted: people paste along what nobody sees, and would not know why the text
 * is too long.
 */
export const cleanedText = (clean: (typed: string) => string, most: number) =>
  z.string().check(z.overwrite(clean), z.trim(), z.maxLength(most));

/** An e-mail address, or an empty text. */
export const emailTextOrNone = cleanedText(cleanEmail, 100);
export const emailText = emailTextOrNone.check(z.minLength(1));

/**
 * Replaces control characters and separators of lines, which are pasted along and which nobody sees, by spaces. U+0000
 * stays: no paste holds it, and the server refuses it in every text.
 */
const withoutControls = (text: string): string =>
  text.replaceAll(controls, (found) => (found.includes('\0') ? found : ' '));

/** A text of one line, such as a name: mails and chats would break the line where it holds a line break. */
export const lineText = (most: number) => cleanedText(withoutControls, most);

/** `Number` makes 0 of a blank text and of null, and 1 of true; they are left as they are, so that they are refused. */
const readNumber = (given: unknown): unknown =>
  typeof given === 'string' && given.trim() !== '' ? Number(given) : given;

/** A number that may be written as text, as in a path or a query. */
export const numberText = (...checks: readonly (z.core.CheckFn<number> | z.core.$ZodCheck<number>)[]) =>
  z.pipe(z.transform(readNumber), z.number().check(...checks));
