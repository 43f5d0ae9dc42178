import { dirname } from 'node:path';
import { run } from '../scripts/run.ts';
import type { TestHouse } from './house.ts';

/** `npm start -- admin …` beside the running house; answers what it printed. */
export async function operator(house: TestHouse, ...args: readonly string[]): Promise<string> {
  const environment = { WATCHPOST_DATA_DIR: dirname(house.logFolder ?? '') };
  const { ok, output } = await run(['node', 'scripts/start.ts', 'admin', ...args], { environment });
  if (!ok) {
    throw new Error(output);
  }
  return output.trim();
}
