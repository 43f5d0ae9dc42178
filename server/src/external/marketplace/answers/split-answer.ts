import { hash } from 'node:crypto';
import { ConclusionCache } from '../../../lib/conclusion-cache.ts';
import { malformedAnswer } from './answer.ts';
import { Layout } from './layout.ts';
import { UnparsedMember, parse, type Cut, type Extent, type Piece, type RawMember, type Span } from './raw-member.ts';

interface SplitOptions {
  readonly operation: string;
  /** A key for the question. The next answer to it is expected to have the layout of the last one. */
  readonly question: string;
  /** The name of the list, a field of the answer's top-level object. */
  readonly list: string;
  /** Names of fields, at any depth, that are left out of the fingerprint. */
  readonly drifting: ReadonlySet<string>;
}

/**
 * Splits the list of an answer into its members without parsing them. Each member is first assumed to end where it
 * ended in the last answer, which its digest proves; finding the end of a changed member costs as much as parsing it.
 * Callers that do not know a fingerprint parse the member and detect invalid JSON then.
 */
export function splitAnswer(
  bytes: Buffer,
  { operation, question, list, drifting }: SplitOptions,
): readonly RawMember[] {
  const start = findList(bytes, list);
  const last = lastAnswers.of(`${operation} ${question}`, () => ({ layout: null }));
  const nextLast = last.layout?.read() ?? (() => undefined);
  const spans = start === null ? null : spansOf(bytes, start, { names: namesOf(drifting), nextLast });
  if (spans) {
    last.layout = new Layout(spans, [...drifting]);
    return spans.map((span) => new UnparsedMember(bytes, span));
  }
  const isJson = parse(bytes, { start: 0, end: bytes.length }) !== undefined;
  throw malformedAnswer(operation, isJson ? `${list} is no list` : 'not JSON');
}

/** Limit of the cache; an entry takes three kilobytes. */
const mostQuestions = 5000;
/** Positions of the members in the last answer. A wrong position costs time only. */
const lastAnswers = new ConclusionCache<{ layout: Layout | null }>(mostQuestions);

const printOf = (bytes: Buffer, extent: Extent): string => hash('sha256', without(bytes, extent), 'base64url');

/** Buffer in which the remaining bytes of a member are joined before they are digested. */
let scratch = Buffer.alloc(0);

function without(bytes: Buffer, { start, end, cuts }: Extent): Buffer {
  if (cuts.length === 0) return bytes.subarray(start, end);
  if (scratch.length < end - start) scratch = Buffer.allocUnsafe(2 * (end - start));
  let from = start;
  let length = 0;
  for (const cut of cuts) {
    length += bytes.copy(scratch, length, from, cut.start);
    from = cut.end;
  }
  length += bytes.copy(scratch, length, from, end);
  return scratch.subarray(0, length);
}

const space = 0x20;
const quote = 0x22;
const escape = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const listStart = 0x5b;
const listEnd = 0x5d;
const opening = 0x7b;
const closing = 0x7d;
/** In ASCII `[` and `{`, and `]` and `}`, differ only in this bit. */
const bracketBit = 0x20;

interface Name {
  readonly text: string;
  readonly bytes: Buffer;
}

/** Field names by length, because hardly any text has the length of one of them. */
type Names = readonly (readonly Name[] | undefined)[];

function namesOf(texts: ReadonlySet<string>): Names {
  const names: Name[][] = [];
  for (const text of texts) (names[text.length] ??= []).push({ text, bytes: Buffer.from(text) });
  return names;
}

/** Returns the position of the list's opening bracket, or `null` if there is no such list. */
function findList(bytes: Buffer, list: string): number | null {
  let at = bytes.indexOf(opening) + 1;
  while (at > 0) {
    const start = afterSpace(bytes, at);
    if (bytes[start] !== quote) return null;
    const end = endOfText(bytes, start);
    const afterName = afterSpace(bytes, end);
    if (bytes[afterName] !== colon) return null;
    const value = afterSpace(bytes, afterName + 1);
    if (bytes.toString('latin1', start + 1, end - 1) === list) return bytes[value] === listStart ? value : null;
    const next = afterSpace(bytes, endOfValue(bytes, value));
    if (bytes[next] !== comma) return null;
    at = next + 1;
  }
  return null;
}

interface SpanSearch {
  readonly names: Names;
  /** Returns the members of the last answer in turn. */
  nextLast(this: void): Span | undefined;
}

/** Returns `null` if the list has no end. */
function spansOf(bytes: Buffer, listAt: number, { names, nextLast }: SpanSearch): readonly Span[] | null {
  const spans: Span[] = [];
  let start = afterSpace(bytes, listAt + 1);
  if (bytes[start] === listEnd) return spans;
  while (start < bytes.length) {
    const span = spanLike(bytes, start, nextLast()) ?? spanAt(bytes, start, names);
    spans.push(span);
    const next = afterSpace(bytes, span.end);
    if (bytes[next] === listEnd) return spans;
    if (bytes[next] !== comma) return null;
    start = afterSpace(bytes, next + 1);
  }
  return null;
}

function spanAt(bytes: Buffer, start: number, names: Names): Span {
  const cuts: Cut[] = [];
  const end = endOfValue(bytes, start, { names, cuts });
  return { start, end, cuts, print: printOf(bytes, { start, end, cuts }) };
}

/**
 * Returns the span of this member if, without its drifting fields, it equals byte by byte the member at this place in
 * the last answer; otherwise `null`.
 */
function spanLike(bytes: Buffer, start: number, last: Span | undefined): Span | null {
  if (!last) return null;
  let moved = start - last.start;
  const cuts: Cut[] = [];
  for (const cut of last.cuts) {
    const cutStart = cut.start + moved;
    const end = afterSpace(bytes, endOfValue(bytes, afterSpace(bytes, cutStart)));
    cuts.push({ name: cut.name, start: cutStart, end });
    moved = end - cut.end;
  }
  const end = last.end + moved;
  const next = bytes[afterSpace(bytes, end)];
  if (next !== comma && next !== listEnd) return null;
  return printOf(bytes, { start, end, cuts }) === last.print ? { start, end, cuts, print: last.print } : null;
}

interface CutSearch {
  readonly names: Names;
  /** The search adds the positions of the values of these fields to this list. */
  readonly cuts: Cut[];
}

/**
 * Finds the end of a value, or the end of the input if the value has none. Looks only at strings and brackets, because
 * every byte of every answer passes through this loop.
 */
function endOfValue(bytes: Buffer, start: number, cutting?: CutSearch): number {
  const { length } = bytes;
  let depth = 0;
  for (let at = start; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      const end = endOfText(bytes, at);
      if (depth === 0) return end;
      const alike = bytes[end] === colon ? cutting?.names[end - at - 2] : undefined;
      at = (alike && cutting ? afterCut(bytes, { start: at, end }, { alike, cuts: cutting.cuts }) : end) - 1;
    } else if ((byte | bracketBit) === opening) {
      depth += 1;
    } else if ((byte | bracketBit) === closing) {
      // A number at the end of a list or object is followed by its closing bracket or by a space.
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (byte === comma || byte <= space)) {
      return at;
    }
  }
  return length;
}

/**
 * Records the value as a cut if the text is one of the names, and returns the end of the value; otherwise returns the
 * end of the text.
 */
function afterCut(bytes: Buffer, text: Piece, { alike, cuts }: { alike: readonly Name[]; cuts: Cut[] }): number {
  for (const name of alike) {
    if (!isAt(bytes, text.start + 1, name.bytes)) continue;
    const start = text.end + 1;
    const end = afterSpace(bytes, endOfValue(bytes, afterSpace(bytes, start)));
    cuts.push({ name: name.text, start, end });
    return end;
  }
  return text.end;
}

function isAt(bytes: Buffer, start: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index += 1) if (bytes[start + index] !== name[index]) return false;
  return true;
}

function endOfText(bytes: Buffer, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  for (; at < length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) break;
    if (byte === escape) at += 1;
  }
  return at + 1;
}

function afterSpace(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}
