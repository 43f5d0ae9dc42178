/** The beginning of a text, at most so long. A character of two halves is not torn: one half is none, to any reader. */
export const cutAt = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
