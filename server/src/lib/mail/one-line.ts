/** Replaces line breaks, because a line break in a subject would begin another header. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
