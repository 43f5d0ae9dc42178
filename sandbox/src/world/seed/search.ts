import type { Random } from '../random.ts';

/** Where the name of the thing ends and what is said about it begins. */
const nameEnds = /,| with | for | in | and | mit | für | aus | und | zum /i;
const isMeasure = /\d|^(x|l|ml|cm|piece|set|of)$/;

/** Two or three phrases that somebody looking for such a thing would type. */
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
