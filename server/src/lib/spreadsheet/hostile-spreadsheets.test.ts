import { expect, test } from 'vitest';
import { AppError } from '@app/shared/base/errors.ts';
import { forgedArchives } from '../../../testing/spreadsheets/forged-archives.ts';
import { maliciousXmlSpreadsheets } from '../../../testing/spreadsheets/malicious-xml.ts';
import { measure } from '../../../testing/spreadsheets/measure.ts';
import { misplacedSpreadsheets } from '../../../testing/spreadsheets/misplaced.ts';
import { oversizedSpreadsheets } from '../../../testing/spreadsheets/oversized.ts';
import { sheetXml, stringsXml, xlsxFile } from '../../../testing/spreadsheets/xlsx-file.ts';
import { readFirstSheet } from './first-sheet.ts';
import { spreadsheetLimits } from './limits.ts';
import { columnName } from './spreadsheet.ts';

const mostGrowthMb = 64;

test.each([...misplacedSpreadsheets(), ...forgedArchives()])(
  '%s: refused, or read correctly',
  async (_, bytes, answer) => {
    expect(await answerTo(bytes)).toBe(answer);
  },
);

async function answerTo(bytes: Uint8Array): Promise<string | number> {
  let rows = 0;
  try {
    await readFirstSheet(bytes, () => void (rows += 1));
    return rows;
  } catch (error) {
    return error instanceof AppError ? error.code : Promise.reject(error);
  }
}

const filesPerProcess = 4;
const costly = [...oversizedSpreadsheets(), ...maliciousXmlSpreadsheets()];
const groups = Array.from({ length: Math.ceil(costly.length / filesPerProcess) }, (_, at) =>
  costly.slice(at * filesPerProcess, (at + 1) * filesPerProcess),
);

test.each(groups.map((files) => ({ files, names: files.map(([what]) => what).join(', ') })))(
  'refused or read within 64 MB: $names',
  async ({ files }) => {
    const measured = await measure(files.map(([, bytes]) => bytes));

    expect(measured.map(({ answer }) => answer)).toEqual(files.map(([, , answer]) => answer));
    expect(measured.filter(({ growthMb }) => growthMb >= mostGrowthMb)).toEqual([]);
  },
);

const { rows: mostRows, cells: mostCells, characters } = spreadsheetLimits;

test.each([
  { what: '10,000 rows', count: 10_000, width: 7 },
  { what: 'as many rows, cells and characters as there may be', count: mostRows, width: mostCells / mostRows },
])('$what are read within 64 MB', async ({ count, width }) => {
  const names = Array.from({ length: count }, (_, at) =>
    `${at} ${'x'.repeat(characters / mostRows)}`.slice(0, characters / mostRows),
  );
  const last = columnName(width - 1);
  const sheet = sheetXml(
    names.map((_, at) => `<row><c t="s"><v>${at}</v></c><c r="${last}${at + 1}"><v>0.5</v></c></row>`).join(''),
  );
  const sharedStrings = stringsXml(names.map((name) => `<si><t>${name}</t></si>`).join(''));

  const [measured] = await measure([xlsxFile({ sheet, sharedStrings })]);

  expect(measured?.answer).toBe(count);
  expect(measured?.growthMb).toBeLessThan(mostGrowthMb);
});
