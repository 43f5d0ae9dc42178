import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { facts, reversed, withoutFacts } from './arbitrary-facts.ts';
import type { Judgement } from './define.ts';
import { watchdogs } from './registry.ts';
import { judgeInTurn, judgeLook, leftBehind, someInstant, type Look } from './verdict-table.ts';

const whitelist = { whitelist: { US: [{ value: 'C' }] } };
const look: fc.Arbitrary<Look> = fc.record({
  now: facts,
  settings: fc.constantFrom({}, whitelist, { suppressChildAsinRetiries: true }),
  at: fc.nat(20).map((day) => new Date(someInstant.getTime() + day * 86_400_000)),
});
const history = fc
  .array(look, { minLength: 1, maxLength: 6 })
  .map((looks) => looks.toSorted((a, b) => Number(a.at) - Number(b.at)));

const isOpen = ({ verdict }: Judgement<unknown>): boolean => verdict === 'alert' || verdict === 'warning';

describe.each(watchdogs.map((kind) => [kind.type, kind] as const))('%s', (_, kind) => {
  test('the same looks give the same verdicts, and the facts stay as they were', () => {
    fc.assert(
      fc.property(history, (looks) => {
        const before = structuredClone(looks);

        expect(judgeInTurn(kind, looks)).toEqual(judgeInTurn(kind, looks));
        expect(looks).toEqual(before);
      }),
    );
  });

  test('the order of listings, offers, issues and images never matters', () => {
    fc.assert(
      fc.property(history, (looks) => {
        const turned = looks.map((one) => ({ ...one, now: reversed({ ...emptyFacts, ...one.now }) }));

        expect(judgeInTurn(kind, turned)).toEqual(judgeInTurn(kind, looks));
      }),
    );
  });

  test('judging the same facts again is no news', () => {
    fc.assert(
      fc.property(history, (looks) => {
        const last = looks.at(-1);
        const judgement = judgeInTurn(kind, looks).at(-1);
        fc.pre(last !== undefined && judgement !== undefined && judgement !== null);
        const left = leftBehind(judgement);

        const again = judgeLook(kind, { ...last, ...left });

        expect(again && leftBehind(again).item).toEqual(left.item);
        expect(again?.memory).toEqual(judgement.memory);
      }),
    );
  });

  test('missing facts give no verdict, whatever was before', () => {
    fc.assert(
      fc.property(history, (looks) => {
        const unknown = looks.map((one) => ({ ...one, now: withoutFacts({ ...emptyFacts, ...one.now }) }));

        expect(judgeInTurn(kind, [...looks, ...unknown]).at(-1)).toBeNull();
      }),
    );
  });

  test('what ends an alert or warning says so', () => {
    fc.assert(
      fc.property(history, (looks) => {
        const judgements = judgeInTurn(kind, looks).filter((judgement) => judgement !== null);
        const ends = judgements.filter((judgement, index) => {
          const before = judgements[index - 1];
          return before && isOpen(before) && !isOpen(judgement);
        });

        expect(ends.filter(({ text }) => text === null)).toEqual([]);
      }),
    );
  });

  test('it speaks in the colours it has, and says something whenever it is not ok', () => {
    const colourOf = { ok: [], improved: ['GREEN'], warning: ['AMBER'], alert: ['RED'] };
    fc.assert(
      fc.property(history, (looks) => {
        const judgements = judgeInTurn(kind, looks).filter((judgement) => judgement !== null);

        expect(kind.colours).toEqual(
          expect.arrayContaining(judgements.flatMap((judgement) => colourOf[judgement.verdict])),
        );
        expect(judgements.filter(({ verdict, text }) => verdict !== 'ok' && !/^\S.*[^.!\s]$/.test(text ?? ''))).toEqual(
          [],
        );
      }),
    );
  });

  test('what it remembers is what it can read again', () => {
    fc.assert(
      fc.property(history, (looks) => {
        const judgements = judgeInTurn(kind, looks).filter((judgement) => judgement !== null);

        expect(judgements.map((judgement) => kind.memory.parse(leftBehind(judgement).memory))).toEqual(
          judgements.map((judgement) => judgement.memory),
        );
      }),
    );
  });
});

const emptyFacts = {
  catalog: { title: null, brand: null, images: null, largeImageUrl: null, parentAsin: null, isAdult: null },
  offers: [],
  listing: [],
};
