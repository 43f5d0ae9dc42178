import { describe, expect, test } from 'vitest';
import { severityForms, type Severity } from '../src/base/severity.ts';
import type { Judgement, Watchdog } from '../src/watchdogs/model/define.ts';

type JudgeInput = Parameters<Watchdog['judge']>[0];
/**
 * The input for one row of a table. Missing parts get defaults: a product of the seller OURS in the US, and a time one
 * check after the look before, which is also the time of the facts.
 */
export type Look = Pick<JudgeInput, 'now'> & Partial<JudgeInput>;

export const someInstant = new Date('2026-03-02T08:00:00.000Z');

const asFirstLook = {
  settings: {},
  own: {},
  memory: null,
  item: null,
  product: { asin: 'B0EXAMPLE1', marketplace: 'US', sellerKeys: ['OURS'] },
  sellerNames: new Map<string, string>(),
  at: someInstant,
};

export const judgeLook = (kind: Watchdog, look: Look): Judgement<unknown> | null =>
  kind.judge({ ...asFirstLook, seenAt: look.at ?? someInstant, ...look });

/**
 * Judges one look after the other as the product does: each look gets the memory and the item that the verdict before
 * it has left.
 */
export function judgeInTurn(kind: Watchdog, looks: readonly Look[]): (Judgement<unknown> | null)[] {
  let left: Pick<JudgeInput, 'memory' | 'item'> = { memory: null, item: null };
  return looks.map((look, index) => {
    const at = new Date(someInstant.getTime() + index * kind.everyMinutes * 60_000);
    const judgement = judgeLook(kind, { at, ...left, ...look });
    if (judgement) left = memoryAfter(judgement);
    return judgement;
  });
}

/** Returns the memory and item for the next look. The memory is converted to JSON and back, as the database does. */
export function memoryAfter(judgement: Judgement<unknown>): Pick<JudgeInput, 'memory' | 'item'> {
  return {
    memory: JSON.parse(JSON.stringify(judgement.memory)),
    item: { status: severityForms[judgement.verdict].status, about: judgement.about },
  };
}

/**
 * Makes a test of each row, which consists of a sentence, the looks in turn, and the verdict of the last look (`null`
 * for no verdict).
 */
export function verdicts(
  kind: Watchdog,
  rows: readonly (readonly [sentence: string, looks: Look | readonly Look[], verdict: Severity | null])[],
): void {
  describe(`The kind ${kind.type}`, () => {
    test.each(rows)('%s', (_, looks, verdict) => {
      const judgements = judgeInTurn(kind, Array.isArray(looks) ? looks : [looks]);

      expect(judgements.at(-1)?.verdict ?? null).toBe(verdict);
    });
  });
}
