import { systemRandom } from '../../lib/random.ts';

/** Where the two halves begin: another place in every process, so that nobody can write two texts that look the same. */
const someNumber = () => Math.floor(systemRandom.fraction() * 2 ** 32) | 0;
const [basisA, basisB] = [someNumber(), someNumber()];
const primeA = 0x01000193;
const primeB = 0x85ebca6b;

let a = 0;
let b = 0;

/**
 * Tells whether the content of an answer is the one of last time, for a fraction of what reading it costs: 64 bits over
 * every value and the shape of its names, except what stands under the names that are ignored. Means nothing in another
 * process.
 */
export function fingerprint(value: unknown, ignored: ReadonlySet<string>): string {
  a = basisA;
  b = basisB;
  addValue(value, ignored);
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`;
}

/** A mark beside every value keeps apart what looks alike when written one after the other. */
const marks = { list: 1, object: 2, end: 3, null: 4, true: 5, false: 6, number: 7, text: 8 };
const doubles = new Float64Array(1);
const halves = new Int32Array(doubles.buffer);

function addValue(value: unknown, ignored: ReadonlySet<string>): void {
  if (typeof value === 'string') return addText(value);
  if (typeof value === 'number') return addNumber(value);
  if (typeof value === 'boolean') return add(value ? marks.true : marks.false);
  if (typeof value !== 'object' || value === null) return add(marks.null);
  if (Array.isArray(value)) {
    add(marks.list);
    for (const member of value) addValue(member, ignored);
  } else {
    add(marks.object);
    addMembers(value as Readonly<Record<string, unknown>>, ignored);
  }
  add(marks.end);
}

/** Names come from a list of Amazon's: their length and ends tell them apart, and whole they would cost as much as all else. */
function addMembers(record: Readonly<Record<string, unknown>>, ignored: ReadonlySet<string>): void {
  for (const name in record) {
    if (ignored.has(name)) continue;
    add((name.length << 16) ^ (name.charCodeAt(0) << 8) ^ name.charCodeAt(name.length - 1));
    addValue(record[name], ignored);
  }
}

function addText(text: string): void {
  let nextA = a;
  let nextB = b;
  for (let index = 0; index < text.length; index += 1) {
    nextA = Math.imul(nextA ^ text.charCodeAt(index), primeA);
    nextB = ((nextB << 5) | (nextB >>> 27)) ^ nextA;
  }
  a = nextA;
  b = nextB;
  add((text.length << 4) ^ marks.text);
}

function addNumber(value: number): void {
  if ((value | 0) === value) return add(Math.imul(value, primeB) ^ marks.number);
  doubles[0] = value;
  add(halves[0] ?? 0);
  add(halves[1] ?? 0);
}

function add(mark: number): void {
  a = Math.imul(a ^ mark, primeA);
  b = Math.imul(((b << 5) | (b >>> 27)) ^ a, primeB);
}
