import type { Random } from '../random.ts';

/** Separates the name of a product from its description in the title. */
const nameEnds = /,| with | for | in | and | mit | für | aus | und | zum /i;
const isMeasure = /\d|^(x|l|ml|cm|piece|set|of)$/;

/** Derives two or three search phrases from a title. */
export function keywordsOf(title: string, brand: string): string[] {
  const [head = ''] = title.replace(`${brand} `, '').split(nameEnds);
  const words = head
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !isMeasure.test(word));
  const endings = [words.slice(-2), words.slice(-3), words].map((part) => part.join(' '));
  return [...new Set(endings)];
}

export const seedPositions = (keywords: readonly string[], random: Random): Map<string, number | undefined> =>
  new Map(keywords.map((keyword) => [keyword, random.int(1, 34)]));
