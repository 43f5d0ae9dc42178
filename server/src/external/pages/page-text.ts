/** Marks that steer the direction of writing, have no width or only say where a word may break. */
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** A page's text as people read it, at most so many characters of it. What the database cannot hold is left out. */
export function readableText(text: string, most: number): string {
  const clean = text
    .toWellFormed()
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return clean.length <= most
    ? clean
    : clean
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd();
}

/** What unfolds a long review is glued to its end, in the marketplace's language. */
const unfolds =
  /\s*(Read more|En lire plus|Lire la suite|Weiterlesen|Mehr lesen|Leer más|Ver más|Leggi di più|Lees meer|Meer lezen|Leia mais|Ler mais)$/;

export const reviewText = (text: string, most: number): string =>
  readableText(readableText(text, text.length).replace(unfolds, ''), most);
