/** The size of the text in px unless the user of the browser has chosen another one. */
export const usualTextPx = 16;

/**
 * The media query of windows up to this width at the usual size of text. With larger text a window has less room, so
 * that the query compares with the text, as the style sheets do.
 */
export const upToWidth = (px: number): string => `(max-width: ${px / usualTextPx}em)`;
