import { expect, test } from 'vitest';
import { DamagedReport } from '../../../external/marketplace/operations/reports.ts';
import { readReport } from './report-table.ts';

const names = new Map([
  ['sku', ['sku']],
  ['fee', ['fee', 'Gebühr']],
] as const);

const read = (text: string, suspectedLength: number | null = null) =>
  readReport(text, { names, needed: ['sku'], suspectedLength }).rows.map((cell) => [cell('sku'), cell('fee')]);

test('rows are read by the names of their columns, whatever their order and line ends', () => {
  expect(read('Gebühr\tsku\r\n1.5\tA\r\n \0\0 \tB\r\n')).toEqual([
    ['A', '1.5'],
    ['B', ''],
  ]);
});

test.each(['sku\tfee\nA\t1\nB', 'sku\tfee\nA\t1\nB\t2', 'sku\tfee', 'sku\tfe', '<Error/>\n', '', '{}', '[]', 'null'])(
  '%j is a part of a report or another document',
  (text) => {
    expect(() => read(text)).toThrow(DamagedReport);
  },
);

test('two documents with the same end and without a final line end are whole, unless they end within a row', () => {
  const whole = 'sku\tfee\nA\t1';
  const cut = 'sku\tfee\nA';

  expect(read(whole, whole.length)).toEqual([['A', '1']]);
  expect(() => read(whole, whole.length + 1)).toThrow(DamagedReport);
  expect(() => read(cut, cut.length)).toThrow(DamagedReport);
});

test('a report with nothing but its header is empty, not damaged', () => {
  expect(read('sku\tfee\n')).toEqual([]);
});

const wide = new Map([
  ['date', ['date']],
  ['comment', ['comment']],
  ['order', ['order']],
] as const);
const readWide = (...lines: readonly string[]) =>
  readReport(`date\tcomment\torder\n${lines.join('\n')}\n`, {
    names: wide,
    needed: ['date', 'order'],
    suspectedLength: null,
  }).rows.map((cell) => [cell('date'), cell('comment'), cell('order')]);

test('a row whose text contains line ends is one row', () => {
  expect(
    readWide(
      '15\tBroken.\r\rNever',
      'again\t303-1',
      '',
      '16\tLate.\t303-2',
      '17\t',
      'Wrong.\t303-3',
      '18\tOdd.\t303-4',
    ),
  ).toEqual([
    ['15', 'Broken.\n\nNever\nagain', '303-1'],
    ['16', 'Late.', '303-2'],
    ['17', 'Wrong.', '303-3'],
    ['18', 'Odd.', '303-4'],
  ]);
});

test('a row after a line of one cell is read as it stands', () => {
  expect(readWide('End', '16\tLate.\t303-2')).toContainEqual(['16', 'Late.', '303-2']);
});

test('lines that do not make up one row stay rows of their own', () => {
  const whole = ['16\tLate.\t303-2', '17\tWrong.\t303-3', '18\tOdd.\t303-4'];

  expect(readWide('15\tBroken.', ...whole)).toHaveLength(4);
  expect(readWide('15', '16', '17')).toEqual([
    ['15', '', ''],
    ['16', '', ''],
    ['17', '', ''],
  ]);
});
