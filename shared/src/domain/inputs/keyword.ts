import { withoutInvisible } from '../../base/invisible-characters.ts';

/** The largest number of keywords of a product (specification, section 9). */
export const mostKeywords = 8;
export const worstThreshold = 150;

/**
 * The phrase as it is searched for: without invisible characters and surrounding space, with single spaces between words
 * and with accents composed in one way (NFC), because keyboards differ in it.
 */
export const phraseOf = (typed: string): string =>
  withoutInvisible(typed.normalize('NFC')).replaceAll(/\s+/g, ' ').trim();

/** The marketplace's search ignores case and spacing. */
export const isSamePhrase = (a: string, b: string): boolean => phraseOf(a).toLowerCase() === phraseOf(b).toLowerCase();
