import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { withClient } from '../scripts/postgres/database.ts';
import { freePort } from '../scripts/processes/ports.ts';
import { buildWebIfStale } from '../scripts/start/web-build.ts';
import { openBenchHouse } from './lib/house/bench-house.ts';
import { median, say } from './lib/figures.ts';
import { ownerOfProducts } from './lib/house/owner-of-products.ts';

const runs = Number(process.argv[2] ?? 5);
const products = 150;
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof goals;

interface Audits {
  readonly lhr: {
    readonly finalDisplayedUrl: string;
    readonly categories: Readonly<
      Record<Category, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] }>
    >;
    readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<Audits>;

await main();

/** Runs Lighthouse with its mobile settings on the log-in page and on the dashboard of an account of usual size. */
async function main(): Promise<void> {
  const lighthouse = await findLighthouse();
  if (!lighthouse) {
    say('lighthouse: not installed (npm install --no-save lighthouse@13.5.0), nothing was measured');
    return;
  }
  await buildWebIfStale();
  const port = await freePort();
  const { executablePath, args, environment } = await findChromium();
  const profile = mkdtempSync(join(tmpdir(), 'watchpost-lighthouse-'));
  // Lighthouse opens its pages in the same browser profile and therefore shares the login cookies.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env: { ...process.env, ...environment },
  });
  const house = await openBenchHouse({ processes: [['api']], speedup: 1, sandbox: 'none' });
  try {
    const session = await ownerOfProducts(house, products);
    // Product pictures are external and may be unreachable, so a local picture replaces them.
    await withClient(house.superuserUrl, (client) =>
      client.query('update products set image_url = $1', [`${house.url}/icon-192.png`]),
    );
    await measurePage(lighthouse, { name: 'login', url: `${house.url}/login`, flags: { port } });
    await browser.addCookies(session.cookies());
    await measurePage(lighthouse, {
      name: 'home',
      url: `${house.url}/home`,
      flags: { port, disableStorageReset: true },
    });
  } finally {
    await house.close();
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Loads Lighthouse if it is installed. It is no dependency, because it would add hundreds of packages. */
async function findLighthouse(): Promise<Lighthouse | null> {
  const name: string = 'lighthouse';
  try {
    return ((await import(name)) as { readonly default: Lighthouse }).default;
  } catch {
    return null;
  }
}

interface PageToMeasure {
  readonly name: string;
  readonly url: string;
  readonly flags: object;
}

async function measurePage(lighthouse: Lighthouse, { name, url, flags }: PageToMeasure): Promise<void> {
  const results: Audits['lhr'][] = [];
  for (let run = 0; run < runs; run += 1) {
    const { lhr } = await lighthouse(url, { output: 'json', logLevel: 'error', ...flags });
    if (lhr.finalDisplayedUrl !== url) throw new Error(`${lhr.finalDisplayedUrl} was measured instead of ${url}`);
    results.push(lhr);
  }
  for (const [category, goal] of Object.entries(goals) as [Category, number][]) {
    const scores = results.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100));
    say(
      `lighthouse ${name}, ${category}: ${median(scores)} (${Math.min(...scores)} – ${Math.max(...scores)}, goal ${goal})`,
    );
    if (median(scores) < goal) for (const line of failedAudits(results[0], category)) say(`  ${line}`);
  }
}

function failedAudits(result: Audits['lhr'] | undefined, category: Category): readonly string[] {
  if (!result) return [];
  return result.categories[category].auditRefs
    .map(({ id }) => result.audits[id])
    .flatMap((audit) => (audit && audit.score !== null && audit.score < 0.9 ? [`${audit.title}: ${audit.score}`] : []));
}
