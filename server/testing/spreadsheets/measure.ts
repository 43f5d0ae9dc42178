import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The answer to one file, and how far the most memory that the process ever had lies above what it began with. */
export interface Measured {
  /** The code of a refusal, or the number of rows. */
  readonly answer: string | number;
  readonly growthMb: number;
}

const run = promisify(execFile);
const script = fileURLToPath(new URL('measuring-process.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

/** Reads the files one after the other in a process that does nothing else. */
export async function measure(files: readonly Uint8Array[]): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-sheets-'));
  try {
    const paths = files.map((_, at) => join(folder, `${at}.xlsx`));
    for (const [at, path] of paths.entries()) await writeFile(path, files[at] ?? '');
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
    const { stdout } = await run(process.execPath, [script, ...paths], { env });
    return stdout
      .trim()
      .split('\n')
      .map((line): Measured => JSON.parse(line));
  } finally {
    await rm(folder, { recursive: true });
  }
}
