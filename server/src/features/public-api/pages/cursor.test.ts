import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCursor, pageFrom, sliceAfter, type Position } from './cursor.ts';

const ctx = { keys: new Map([['1', randomBytes(32)]]) };
const list = { actor: { tenantId: '1' }, list: 'examples' };
const sorting = { positionOf: (row: Position) => row, order: ['numbersDown', 'down', 'up'] } as const;

/** ASINs of books are numbers, and those of other products may look like one. */
const text = fc.oneof(fc.constantFrom('0', '00', '1B', '1E3', '2', '10', '1000', 'A'), fc.string({ maxLength: 3 }));
const position = fc.tuple(fc.integer({ min: 8, max: 12 }).map(String), text, text);
const rows = fc.uniqueArray(position, { selector: String, maxLength: 12 });

test('pages of a list that is read whole hold each row once, in one order', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 4 }), (all, limit) => {
      const seen: Position[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const after = openCursor(ctx, list, cursor === undefined ? {} : { cursor });
        const page = pageFrom(ctx, list, sliceAfter(all, after, { limit, ...sorting }));
        seen.push(...page.rows);
        cursor = page.nextCursor;
      }
      expect(seen).toHaveLength(all.length);
      expect(new Set(seen)).toEqual(new Set(all));
      const numbers = seen.map(([number]) => Number(number));
      expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
    }),
  );
});
