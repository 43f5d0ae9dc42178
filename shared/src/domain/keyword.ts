/** Specification, section 9. */
export const mostKeywords = 8;
export const worstThreshold = 150;

/** A phrase as it is searched for: without space around it, one space between words. */
export const phraseOf = (typed: string): string => typed.trim().replace(/\s+/g, ' ');

/** The marketplace finds the same for both. */
export const isSamePhrase = (a: string, b: string): boolean => phraseOf(a).toLowerCase() === phraseOf(b).toLowerCase();
