/**
 * Cuts a text to at most `most` UTF-16 units, and to one less rather than inside a surrogate pair: half a pair is not a
 * valid character.
 */
export const cutAt = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
