import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { closingLine, isClean, printRun } from './replay/print.ts';
import { runReplay } from './replay/run.ts';
import { main, Refusal, say } from './say.ts';

await main(async () => {
  const folders = process.argv.slice(2).map((folder) => resolve(folder));
  if (folders.length === 0) {
    throw new Refusal('Name the folders whose bodies are to be replayed: npm run replay -- FOLDER…');
  }
  const missing = folders.filter((folder) => !existsSync(folder));
  if (missing.length > 0) throw new Refusal(`There is no folder ${missing.join(' and no folder ')}.`);
  const run = await runReplay(folders, new Date());
  printRun(run);
  say(closingLine(run));
  if (!isClean(run)) process.exitCode = 1;
});
