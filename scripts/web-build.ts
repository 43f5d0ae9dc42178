import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { inRoot } from './root.ts';
import { run } from './run.ts';
import { Refusal, say } from './say.ts';

const SOURCES = ['web/{src,public}/**/*', 'web/*.{html,ts,json}', 'shared/src/**/*.ts', 'package-lock.json'];

/** Builds the browser's part unless its sources are those of the last build. */
export async function buildWebIfStale(): Promise<void> {
  const stamp = inRoot('web/dist/.sources');
  const now = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) {
    return;
  }
  say('Building the web application …');
  const { ok, output } = await run(['vite', 'build', 'web', '--logLevel', 'warn'], {
    // What is served is the same whoever builds it; tests have a NODE_ENV of their own, which would build React for developers.
    environment: { NODE_ENV: 'production' },
  });
  if (!ok) {
    throw new Refusal(`The web application does not build:\n${stripVTControlCharacters(output).trim()}`);
  }
  writeFileSync(stamp, now);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: inRoot(), withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((file) => `${file.parentPath}/${file.name}`).toSorted()) {
    if (!path.includes('.test.')) {
      hash.update(path.slice(inRoot().length)).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}
