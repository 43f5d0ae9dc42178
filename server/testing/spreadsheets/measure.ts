import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The answer for one file, and the growth of the process's peak memory since its start. */
export interface Measurement {
  /** The code of a refusal, or the number of rows. */
  readonly answer: string | number;
  readonly growthMb: number;
}

const run = promisify(execFile);
const script = fileURLToPath(new URL('measuring-process.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

/** Reads the files one after the other in a separate process. */
export async function measure(files: readonly Uint8Array[]): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-sheets-'));
  try {
    const paths = files.map((_, at) => join(folder, `${at}.xlsx`));
    for (const [at, path] of paths.entries()) await writeFile(path, files[at] ?? '');
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
    const { stdout } = await run(process.execPath, [script, ...paths], { env });
    return stdout
      .trim()
      .split('\n')
      .map((line): Measurement => JSON.parse(line));
  } finally {
    await rm(folder, { recursive: true });
  }
}
