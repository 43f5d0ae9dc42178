import { describe, expect, test } from 'vitest';
import { severityForms, type Severity } from '../src/base/severity.ts';
import type { Judgement, Watchdog } from '../src/watchdogs/model/define.ts';

type JudgeInput = Parameters<Watchdog['judge']>[0];
/**
 * What a row says; the rest is a look at a product of seller OURS in the US, one check after the look before. Unless
 * the row says otherwise, the marketplace was looked at in that instant.
 */
export type Look = Pick<JudgeInput, 'now'> & Partial<JudgeInput>;

export const someInstant = new Date('2026-03-02T08:00:00.000Z');

const asFirstLook = {
  settings: {},
  own: {},
  memory: null,
  item: null,
  product: { asin: 'B0EXAMPLE1', marketplace: 'US', sellerKeys: ['OURS'] },
  at: someInstant,
};

export const judgeLook = (kind: Watchdog, look: Look): Judgement<unknown> | null =>
  kind.judge({ ...asFirstLook, seenAt: look.at ?? someInstant, ...look });

/** Judges look after look as the product does: what a verdict leaves behind is what the next one starts from. */
export function judgeInTurn(kind: Watchdog, looks: readonly Look[]): (Judgement<unknown> | null)[] {
  let left: Pick<JudgeInput, 'memory' | 'item'> = { memory: null, item: null };
  return looks.map((look, index) => {
    const at = new Date(someInstant.getTime() + index * kind.everyMinutes * 60_000);
    const judgement = judgeLook(kind, { at, ...left, ...look });
    if (judgement) left = leftBehind(judgement);
    return judgement;
  });
}

/** What the next look knows of this one, having gone through the database. */
export function leftBehind(judgement: Judgement<unknown>): Pick<JudgeInput, 'memory' | 'item'> {
  return {
    memory: JSON.parse(JSON.stringify(judgement.memory)),
    item: { status: severityForms[judgement.verdict].status, about: judgement.about },
  };
}

/** One test per row: a sentence, the looks one after the other, and the verdict of the last; `null` is none. */
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
