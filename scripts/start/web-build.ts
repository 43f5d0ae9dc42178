import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify, stripVTControlCharacters } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { inRoot } from '../root.ts';
import { run } from '../processes/run.ts';
import { Refusal, say } from '../say.ts';

const SOURCES = ['web/{src,public}/**/*', 'web/*.{html,ts,json}', 'shared/src/**/*.ts', 'package-lock.json'];

/** Builds the web application unless its sources have not changed since the last build. */
export async function buildWebIfStale(): Promise<void> {
  const stamp = inRoot('web/dist/.sources');
  const now = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) {
    return;
  }
  say('Building the web application …');
  const { ok, output } = await run(['vite', 'build', 'web', '--logLevel', 'warn'], {
    // The build must not depend on the environment: with the NODE_ENV of tests it would contain the development
    // version of React.
    environment: { NODE_ENV: 'production' },
  });
  if (!ok) {
    throw new Refusal(`The web application does not build:\n${stripVTControlCharacters(output).trim()}`);
  }
  await compressAll();
  writeFileSync(stamp, now);
}

const squeeze = promisify(brotliCompress);
/** The Brotli quality. It gives nearly the size of the highest quality in a tenth of the time. */
const quality = 9;
const leastBytes = 1024;

/** Compresses the assets once per build; the server sends the .br file next to each asset. */
async function compressAll(): Promise<void> {
  const files = globSync('web/dist/**/*.{js,css,svg,html,json}', { cwd: inRoot() }).map((file) => inRoot(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < leastBytes) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(`${file}.br`, await squeeze(bytes, { params }));
    }),
  );
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
