import { randomInt } from 'node:crypto';

/** Where the two halves begin: another place in every process, so that nobody can write two texts that look the same. */
const [basisA, basisB] = [randomInt(1, 2 ** 31), randomInt(1, 2 ** 31)];
const [primeA, primeB] = [0x01000193, 0x85ebca6b];

/**
 * Tells whether the content of an answer is the one of last time, for a fraction of what reading it costs: 64 bits over
 * every name and value, except those under the names that are ignored. Means nothing in another process.
 */
export function fingerprint(value: unknown, ignored: ReadonlySet<string>): string {
  const state = { a: basisA, b: basisB };
  addValue(state, value, ignored);
  return `${(state.a >>> 0).toString(36)}${(state.b >>> 0).toString(36).padStart(7, '0')}`;
}

interface State {
  a: number;
  b: number;
}

/** A mark before every value keeps apart what looks alike when written one after the other. */
const marks = { list: 1, object: 2, end: 3, null: 4, true: 5, false: 6, number: 7, text: 8, name: 9 };

function addValue(state: State, value: unknown, ignored: ReadonlySet<string>): void {
  if (typeof value === 'string') return addText(state, value, marks.text);
  if (typeof value === 'number') return addText(state, String(value), marks.number);
  if (typeof value === 'boolean') return add(state, value ? marks.true : marks.false);
  if (typeof value !== 'object' || value === null) return add(state, marks.null);
  add(state, Array.isArray(value) ? marks.list : marks.object);
  if (Array.isArray(value)) for (const member of value) addValue(state, member, ignored);
  else
    for (const [name, member] of Object.entries(value)) {
      if (ignored.has(name)) continue;
      addText(state, name, marks.name);
      addValue(state, member, ignored);
    }
  add(state, marks.end);
}

function addText(state: State, text: string, mark: number): void {
  add(state, mark);
  let { a, b } = state;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, primeA);
    b = Math.imul((b << 13) | (b >>> 19), 5) ^ Math.imul(code + index, primeB);
  }
  state.a = a;
  state.b = b;
}

function add(state: State, mark: number): void {
  state.a = Math.imul(state.a ^ mark, primeA);
  state.b = Math.imul((state.b << 13) | (state.b >>> 19), 5) ^ Math.imul(mark, primeB);
}
