/**
 * Cuts a text to at most `most` UTF-16 code units. A surrogate pair at the end is dropped as a whole, because half a
 * pair is not a valid character.
 */
export const cutAt = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Shortens a text to at most `most` UTF-16 code units. An ellipsis shows that something is left out. */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${cutAt(text, most - 1).trimEnd()}…`;
