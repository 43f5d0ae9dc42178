/** All format characters, also the joiners that `withoutInvisible` leaves: few people know how to type one. */
const invisible = /\p{Cf}/gu;

const asShown = (name: string): string =>
  name.normalize('NFC').replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim();

/**
 * Whether a person has typed a name as the page shows it. Pages show several spaces as one, and nobody sees which kind of
 * space it is, or whether an accent is a character of its own.
 */
export const isTypedName = (typed: string, name: string): boolean => asShown(typed) === asShown(name);
