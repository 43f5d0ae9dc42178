import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const manifestShape = z.object({ version: z.string() });

/** Reads the version of the package in this folder. */
export function packageVersion(folder: string): string {
  return manifestShape.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;
}
