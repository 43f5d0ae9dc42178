import { expect, test } from 'vitest';
import type { Cell } from '../../lib/spreadsheet/spreadsheet.ts';
import { readSheetChoices } from './sheet-choices.ts';

const kettle = {
  productId: '1',
  marketplace: 'US',
  asin: 'B0KETTLE01',
  sellerKey: 'ASELLER1',
  state: 'tracked' as const,
  shortName: '',
};

const headers = ['Marketplace', 'ASIN', 'Seller ID', 'Short-hand name', 'Tracking'];

interface Cells {
  readonly sellerId?: Cell;
  readonly shortName?: Cell;
  readonly tracking?: string;
}

/** Reads a sheet with one row about the kettle. */
function read({ sellerId = null, shortName = null, tracking = 'Ignored' }: Cells) {
  const row = ['US', 'B0KETTLE01', sellerId, shortName, tracking];
  const rows = [headers, row].map((cells, index) => ({ number: index + 1, cells }));
  return readSheetChoices({ name: 'Products', rows }, [kettle]);
}

test.each(['#N/A', '#REF!', '#ERROR!', '#SPILL!', 'Err:508'])('the error %s of a formula is no name', (shortName) => {
  expect(read({ shortName }).refused).toEqual([
    {
      line: 2,
      column: 'Short-hand name',
      reason: `"${shortName}" is the error of a formula; please correct it or enter the name`,
    },
  ]);
});

test.each(['#1 seller', 'Error!', '#ERROR', 'Err: 5 pieces'])('%s is a name', (shortName) => {
  expect(read({ shortName }).rows).toMatchObject([{ values: { shortName } }]);
});

test('a long cell is told cut between whole characters', () => {
  const [refused] = read({ tracking: `${'x'.repeat(49)}🦆🦆` }).refused;
  expect(refused?.reason).toContain(`"${'x'.repeat(49)}…" is not possible`);
});

test('a seller id is read in any case, as an ASIN is', () => {
  expect(read({ sellerId: 'aseller1' }).rows).toMatchObject([{ product: { productId: '1' } }]);
});

test('a row about a product of another seller says that its seller id does not fit', () => {
  expect(read({ sellerId: 'AOTHER' }).skipped).toEqual([
    {
      line: 2,
      column: 'Seller ID',
      reason: 'no product with an active offer B0KETTLE01 of the seller AOTHER in US',
    },
  ]);
});
