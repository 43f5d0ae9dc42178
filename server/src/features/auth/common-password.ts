import { commonWords, keyWalks } from './common-words.ts';

/**
 * Whether it is among the first that somebody would try. The rules of section 5 make people put a digit behind a word,
 * so that it is the word that counts, however it is spelt, and whatever stands before and behind it that is as usual.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  if (new Set(text).size <= 3 || [0, 1, 2].some((start) => isWalk(text.slice(start)))) return true;
  return [text, halfOf(text)].some((one) => spellings(one).some(isDecoratedWord));
}

/** `abcd1abcd1` is no more than its half. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

const leet: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
};

/** As it is, and with the figures read as the letters that they look like, those at the end or not; a one is i or l. */
function spellings(text: string): readonly string[] {
  const end = /[^\p{L}]*$/u.exec(text)?.[0] ?? '';
  const head = text.slice(0, text.length - end.length);
  return [text, ...['i', 'l'].flatMap((one) => [read(head, one) + end, read(text, one)])];
}

const read = (text: string, one: string): string =>
  Array.from(text, (sign) => (sign === '1' ? one : (leet[sign] ?? sign))).join('');

function isDecoratedWord(text: string): boolean {
  const [, before = '', core = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/u.exec(text) ?? [];
  if (!isUsual(before) || !isUsual(after)) return false;
  return commonWords.has(core) || isTwoWords(core);
}

/** `iloveyou` and a name, `hello` and `kitty`. */
function isTwoWords(word: string): boolean {
  if (word.length > 16) return false;
  for (let at = 3; at <= word.length - 3; at += 1) {
    if (commonWords.has(word.slice(0, at)) && commonWords.has(word.slice(at))) return true;
  }
  return false;
}

/** What people put around a word: a few signs, a year, a day, a run of figures, the same one again and again. */
function isUsual(around: string): boolean {
  const figures = around.replaceAll(/\D/g, '');
  if (around.length - figures.length > 3) return false;
  if (figures.length <= 4) return true;
  if (new Set(figures).size <= 2 || isWalk(figures)) return true;
  return /^(?:(?:0?[1-9]|[12]\d|3[01])){2}(?:19|20)?\d\d$/.test(figures);
}

const shortestStep = 3;
const walks = keyWalks.flatMap((walk) => [walk, Array.from(walk).toReversed().join('')]);

/** Made of nothing but walks of three keys and more, whichever they are; what is left over may be two signs. */
function isWalk(text: string): boolean {
  let rest = text;
  while (rest.length > 2) {
    const step = longestStep(rest);
    if (step < shortestStep) return false;
    rest = rest.slice(step);
  }
  return true;
}

function longestStep(text: string): number {
  for (let length = text.length; length >= shortestStep; length -= 1) {
    const start = text.slice(0, length);
    if (new Set(start).size === 1 || walks.some((walk) => walk.includes(start))) return length;
  }
  return 0;
}
