import { readFile } from 'node:fs/promises';
import { AppError } from '@app/shared/base/errors.ts';
import { readSpreadsheet } from '../../src/lib/spreadsheet/read-spreadsheet.ts';
import type { Measured } from './measure.ts';
import { sheetXml, xlsxFile } from './xlsx-file.ts';

// The first thread loads what all others share.
await readSpreadsheet(xlsxFile({ sheet: sheetXml('<row><c><v>1</v></c></row>') }));
const before = process.memoryUsage.rss();

for (const path of process.argv.slice(2)) {
  const answer = await answerTo(await readFile(path));
  const measured: Measured = { answer, growthMb: process.resourceUsage().maxRSS / 1024 - before / 1_048_576 };
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}

async function answerTo(bytes: Uint8Array): Promise<string | number> {
  try {
    return (await readSpreadsheet(bytes)).rows.length;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
