import type { Random } from './random.ts';

/** Two or three phrases that somebody looking for such a thing would type. */
export function keywordsOf(title: string, brand: string): string[] {
  const head = (title.replace(`${brand} `, '').split(/,| with | für | for | mit /i)[0] ?? title).trim().toLowerCase();
  const words = head.split(/\s+/);
  const endings = [words.slice(-2), words.slice(-3), words].map((part) => part.join(' '));
  return [...new Set(endings)];
}

export const seedPositions = (keywords: readonly string[], random: Random): Map<string, number | undefined> =>
  new Map(keywords.map((keyword) => [keyword, random.int(1, 34)]));
