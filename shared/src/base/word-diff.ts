/** A part of a text. A changed part occurs in this text only, not in the text with which it is compared. */
export interface WordPart {
  readonly text: string;
  readonly isChanged: boolean;
}

interface WordDiff {
  readonly from: readonly WordPart[];
  readonly to: readonly WordPart[];
}

/**
 * The limit on pairs of words to compare. Beyond it, everything between the common beginning and the common end counts
 * as changed.
 */
const MOST_PAIRS = 40_000;

/** Compares two texts word by word. */
export function wordDiff(from: string, to: string): WordDiff {
  const [before, after] = [wordsOf(from), wordsOf(to)];
  const start = commonStart(before, after);
  const end = commonStart(before.slice(start).toReversed(), after.slice(start).toReversed());
  const [left, right] = [middleOf(before, start, end), middleOf(after, start, end)];
  const kept = left.length * right.length > MOST_PAIRS ? [] : commonWords(left, right);
  const keptOf = (side: 0 | 1): ReadonlySet<number> => new Set(kept.map((pair) => pair[side] + start));
  const isSame = (words: readonly string[], keptHere: ReadonlySet<number>) => (index: number) =>
    index < start || index >= words.length - end || keptHere.has(index);
  return { from: partsOf(before, isSame(before, keptOf(0))), to: partsOf(after, isSame(after, keptOf(1))) };
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];

const middleOf = (words: readonly string[], start: number, end: number) => words.slice(start, words.length - end);

function commonStart(a: readonly string[], b: readonly string[]): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/** The longest common subsequence, as pairs of indexes into `a` and `b`. */
function commonWords(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = a.map(() => new Int32Array(b.length + 1));
  lengths.push(new Int32Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Joins words to stretches. A space between two changed words counts as changed. */
function partsOf(words: readonly string[], isSame: (index: number) => boolean): readonly WordPart[] {
  const parts: { text: string; isChanged: boolean }[] = [];
  for (const [index, text] of words.entries()) {
    const isChanged = !isSame(index);
    const last = parts.at(-1);
    const beforeLast = parts.at(-2);
    if (isChanged && last && beforeLast?.isChanged && !/\S/.test(last.text)) {
      beforeLast.text += last.text + text;
      parts.pop();
    } else if (last?.isChanged === isChanged) last.text += text;
    else parts.push({ text, isChanged });
  }
  return parts;
}

/** The number of unchanged words that are kept on either side of a change. */
const WORDS_AROUND = 3;

/** Cuts unchanged stretches down to the words around the changes. */
export function shortened(parts: readonly WordPart[]): readonly WordPart[] {
  return parts.map((part, index) => {
    if (part.isChanged) return part;
    const isFirst = index === 0;
    const isLast = index === parts.length - 1;
    const words = part.text.split(/(?<=\s)/);
    const most = isFirst || isLast ? WORDS_AROUND + 1 : 2 * WORDS_AROUND + 1;
    if (words.length <= most) return part;
    const head = isFirst ? '' : words.slice(0, WORDS_AROUND).join('').trimEnd();
    const tail = isLast ? '' : words.slice(-WORDS_AROUND).join('');
    return { isChanged: false, text: `${head}${isFirst || isLast ? '…' : ' … '}${tail}` };
  });
}

/** Whether two values are texts worth comparing word by word, and not prices, ranks or states. */
export function areTexts(from: string, to: string): boolean {
  if (Math.max(from.length, to.length) < 28 || Math.min(from.length, to.length) < 12) return false;
  const known = new Set(wordsOf(from.toLowerCase()).filter((word) => /[\p{L}\p{N}]/u.test(word)));
  return wordsOf(to.toLowerCase()).filter((word) => known.has(word)).length >= 2;
}
