import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { Refusal } from './say.ts';

export interface Chromium {
  executablePath: string;
  args: string[];
  /** What it needs in its environment beside ours. */
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

/** The browser that journeys and screenshots use: CHROME_PATH, else the packaged one, else an installed one. */
export async function findChromium(): Promise<Chromium> {
  // Chromium's own sandbox does not start for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const named = process.env['CHROME_PATH'];
  if (named) {
    return { executablePath: named, args, environment: {} };
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const folder = await unpacked();
    return { executablePath: join(folder, 'chromium'), args, environment: ownLibraries(folder) };
  }
  const executablePath = INSTALLED.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Refusal('No browser: the packaged Chromium is for Linux x64; name an installed one with CHROME_PATH=….');
  }
  return { executablePath, args, environment: {} };
}

/**
 * The package unpacks into the folder for temporary files and takes what lies there, of whatever version: so it gets
 * a folder named after the version, moved into place whole.
 */
async function unpacked(): Promise<string> {
  const folder = join(tmpdir(), `watchpost-chromium-${packageVersion()}-${userInfo().uid}`);
  if (existsSync(join(folder, 'chromium'))) {
    return folder;
  }
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = unfinished;
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x';
  const libraryPath = process.env['LD_LIBRARY_PATH'];
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    restore('TMPDIR', before);
    restore('LD_LIBRARY_PATH', libraryPath);
    restore('FONTCONFIG_PATH', undefined);
  }
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another process was faster.
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

/** Where the system has no NSS, the one beside the browser serves. */
function ownLibraries(folder: string): Record<string, string> {
  if (LIBRARY_FOLDERS.some((place) => existsSync(join(place, 'libnss3.so')))) {
    return {};
  }
  const path = [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
  return { LD_LIBRARY_PATH: path, FONTCONFIG_PATH: join(folder, 'fonts') };
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest: unknown = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0';
}
