/** The largest number of keywords of a product (specification, section 9). */
export const mostKeywords = 8;
export const worstThreshold = 150;

/**
 * Characters that nobody sees or types, which are pasted along: soft hyphens, zero-width spaces and marks of the
 * direction of text. The joiners U+200C and U+200D are not among them, because they change words of Hindi.
 */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const emptyEnds = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g;

/**
 * The phrase as it is searched for: without invisible characters and surrounding space, with single spaces between words
 * and with accents composed in one way (NFC), because keyboards differ in it.
 */
export const phraseOf = (typed: string): string =>
  typed.normalize('NFC').replaceAll(invisible, '').replaceAll(emptyEnds, '').replaceAll(/\s+/g, ' ');

/** The marketplace's search ignores case and spacing. */
export const isSamePhrase = (a: string, b: string): boolean => phraseOf(a).toLowerCase() === phraseOf(b).toLowerCase();
