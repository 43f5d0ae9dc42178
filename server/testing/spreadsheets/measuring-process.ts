import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError } from '@app/shared/base/errors.ts';
import { readSpreadsheet } from '../../src/lib/spreadsheet/read-spreadsheet.ts';
import type { Measurement } from './measure.ts';
import { sheetXml, xlsxFile } from './xlsx-file.ts';

// The first file loads the code that all others share.
await readSpreadsheet(xlsxFile({ sheet: sheetXml('<row><c><v>1</v></c></row>') }));
const beforeMb = process.memoryUsage.rss() / 1_048_576;

for (const path of process.argv.slice(2)) {
  const answer = await answerTo(await readFile(path));
  const measured: Measurement = { answer, growthMb: peakMb() - beforeMb };
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}

/**
 * The peak memory of this program. `maxRSS` is not reset on exec in Linux: a new program starts with the value of the
 * process that started it, which may have been larger.
 */
function peakMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

async function answerTo(bytes: Uint8Array): Promise<string | number> {
  try {
    return (await readSpreadsheet(bytes)).rows.length;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
