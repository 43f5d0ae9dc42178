/**
 * Characters that take no place on the screen and carry no meaning, which are pasted along and which pages contain: soft
 * hyphens, zero-width spaces, marks of the direction of text, invisible operators and the byte order mark. The joiners
 * U+200C and U+200D are not among them, because they change words of Persian and Hindi, and emoji.
 */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** Joiners that have nothing to join on one side. */
const looseJoiners = /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/g;

/** Returns the text as a reader sees it, without the characters that nobody sees. */
export const withoutInvisible = (text: string): string => text.replaceAll(invisible, '').replaceAll(looseJoiners, '');

/** Control characters and separators of lines: none of them belongs into a text of one line. */
export const controls = /[\p{Cc}\u2028\u2029]+/gu;
