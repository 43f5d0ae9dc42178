import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordProblem } from '@app/shared/domain/inputs/password.ts';
import { commonWords, keyWalks, wordsOfOurTrade } from './common-words.ts';

/** The leaked passwords that our rules allow, in lower case and most frequent first. */
export const leakedPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => passwordProblem(password) === null),
);

/**
 * Whether the password is among the first that an attacker would try. The rules of the specification, section 5, make
 * people append a digit to a word, so the word itself is checked, in any spelling and without usual prefixes and
 * suffixes, beside the list of leaked passwords.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  if (leakedPasswords.has(text)) return true;
  if (new Set(text).size <= 3 || [0, 1, 2].some((start) => isWalk(text.slice(start)))) return true;
  return [text, halfOf(text)].some((one) => spellings(one).some(isDecoratedWord));
}

/** Returns half of a password that repeats itself: `abcd1abcd1` is as weak as `abcd1`. */
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

/**
 * Returns the text itself and the words that it may spell: digits and signs are read as the letters that they resemble,
 * in the whole text or in all but its end. A 1 is read as i and as l.
 */
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
  return isWord(core) || isTwoWords(core);
}

const isWord = (text: string): boolean => commonWords.has(text) || wordsOfOurTrade.has(text);

/** Whether the word joins two common words, such as `iloveyou` and a name, or `hello` and `kitty`. */
function isTwoWords(word: string): boolean {
  if (word.length > 16) return false;
  for (let at = 3; at <= word.length - 3; at += 1) {
    if (isWord(word.slice(0, at)) && isWord(word.slice(at))) return true;
  }
  return false;
}

/**
 * Whether the characters around a word are usual: a few signs, a year, a date, a sequence of digits, or a repeated
 * digit.
 */
function isUsual(around: string): boolean {
  const figures = around.replaceAll(/\D/g, '');
  if (around.length - figures.length > 3) return false;
  if (figures.length <= 4) return true;
  if (new Set(figures).size <= 2 || isWalk(figures)) return true;
  return /^(?:(?:0?[1-9]|[12]\d|3[01])){2}(?:19|20)?\d\d$/.test(figures);
}

const shortestStep = 3;
const walks = keyWalks.flatMap((walk) => [walk, Array.from(walk).toReversed().join('')]);

/**
 * Whether the text consists of keyboard walks of at least three keys each, apart from up to two remaining characters.
 */
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
