import { withoutInvisible } from '@app/shared/base/invisible-characters.ts';

/** Returns the visible text, at most `most` characters of it. Characters that PostgreSQL cannot store are removed. */
export function readableText(text: string, most: number): string {
  const clean = withoutInvisible(text.toWellFormed())
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

/**
 * The label of the button that expands a long review, which the provider appends to the review in the marketplace's
 * language.
 */
const unfolds =
  /\s*(Read more|En lire plus|Lire la suite|Weiterlesen|Mehr lesen|Leer más|Ver más|Leggi di più|Lees meer|Meer lezen|Leia mais|Ler mais)$/;

export const reviewText = (text: string, most: number): string =>
  readableText(readableText(text, text.length).replace(unfolds, ''), most);
