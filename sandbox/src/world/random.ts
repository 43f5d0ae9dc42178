/** A reproducible random source: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer between `min` and `max`, both inclusive. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  pickOrNone<T>(list: readonly T[]): T | undefined;
  /** Capitals and digits as in Amazon's ids, without vowels, so that no words appear. */
  code(length: number): string;
}

const alphabet = 'BCDFGHJKLMNPQRSTVWXYZ0123456789';

function hash(text: string): number {
  let value = 2166136261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}

/** A stable hash of a text, for values that must not depend on the order of random calls. */
export const hashOf = hash;

export function createRandom(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      const picked = list[int(0, list.length - 1)];
      if (picked === undefined) throw new Error('Cannot pick from an empty list');
      return picked;
    },
    pickOrNone: <T>(list: readonly T[]): T | undefined => list[int(0, list.length - 1)],
    code: (length) => {
      let code = '';
      for (let drawn = 0; drawn < length; drawn += 1) code += alphabet[int(0, alphabet.length - 1)] ?? 'A';
      return code;
    },
  };
}
