/** The largest number of keywords of a product (specification, section 9). */
export const mostKeywords = 8;
export const worstThreshold = 150;

/** The phrase as it is searched for: without surrounding space, with single spaces between words. */
export const phraseOf = (typed: string): string => typed.trim().replace(/\s+/g, ' ');

/** The marketplace's search ignores case and spacing. */
export const isSamePhrase = (a: string, b: string): boolean => phraseOf(a).toLowerCase() === phraseOf(b).toLowerCase();
