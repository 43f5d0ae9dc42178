import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { spreadsheetLimits } from './limits.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';
import type { Cell } from './spreadsheet.ts';
import { streamSpreadsheet } from './stream-spreadsheet.ts';
import { writeSpreadsheet } from './write-spreadsheet.ts';

const columns = [{ header: 'Name', width: 12 }];

async function* oneByOne(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly Cell[]> {
  yield* rows;
}

const writers: readonly [string, (text: string) => Promise<Uint8Array>][] = [
  ['at once', (text) => writeSpreadsheet({ name: 'Names', columns, rows: [[text]] })],
  ['as a stream', (text) => buffer(streamSpreadsheet({ name: 'Names', columns, rows: oneByOne([[text]]) }))],
];

describe.each(writers)('a file that is written %s', (_how, write) => {
  const shown = async (text: string) => (await readSpreadsheet(await write(text))).rows[1]?.cells[0];
  const most = spreadsheetLimits.charactersPerCell;

  test.each([
    ['more characters than a cell can hold', `=${'x'.repeat(most)}`, `=${'x'.repeat(most - 2)}`],
    ['a character of two units at the end of what a cell can hold', `${'x'.repeat(most - 1)}😀`, 'x'.repeat(most - 1)],
    ['characters that no file can hold', 'Pan\u{ffff}\u{fffe} \ud83d!', 'Pan \u{fffd}!'],
    ['characters that look like an escaped one', 'Pan_x0041_x0042_', 'Pan_x0041_x0042_'],
    ['a control character', 'Pan\u0001', 'Pan\u0001'],
  ])('can be read when a text has %s', async (_what, text, read) => {
    expect(await shown(text)).toBe(read);
  });
});
