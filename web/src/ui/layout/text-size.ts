/** The size of the text in px unless the user of the browser has chosen another one. */
export const usualTextPx = 16;

/**
 * The media query of windows up to this width at the usual size of text. With larger text a window has less room, so
 * that the query compares with the text, as the style sheets do.
 */
export const upToWidth = (px: number): string => `(max-width: ${px / usualTextPx}em)`;

/** How many times the text of the browser is as large as usual. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usualTextPx;

/** A length in px at the usual size of text, as a CSS length that grows with the text. */
export const withText = (px: number): string => `${px / usualTextPx}rem`;
