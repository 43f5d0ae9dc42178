/** A longer text is cut, so that one listing cannot fill an answer. */
const mostCharacters = 300;

/**
 * All control, format and private characters, also those that some scripts and emoji need: they can hide text from people
 * that a model reads, as can the tags and the variation selectors of Unicode.
 */
const hiding = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu;

/** Returns a text of the marketplace or of users for a field of its own, never for a sentence of Watchpost. */
export function cleanText(text: string): string {
  const plain = text.toWellFormed().replaceAll(/\s+/gu, ' ').replaceAll(hiding, '');
  const characters = Array.from(plain);
  return characters.length <= mostCharacters ? plain : `${characters.slice(0, mostCharacters - 1).join('')}…`;
}

export const cleanTextOrNull = (text: string | null): string | null => (text === null ? null : cleanText(text));
