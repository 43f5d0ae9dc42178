import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const description = z.object({ version: z.string() });

/** The version of this program, by which operators tell processes of two releases apart. */
export const readVersion = (): string =>
  description.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))).version;
