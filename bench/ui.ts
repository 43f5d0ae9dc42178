import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import type { ProductSession } from '../scripts/sessions/product-session.ts';
import { buildWebIfStale } from '../scripts/start/web-build.ts';
import { openBenchHouse, type BenchHouse } from './lib/house/bench-house.ts';
import { median, say } from './lib/figures.ts';
import { dismissedHints, ownerOfProducts } from './lib/house/owner-of-products.ts';
import { measurePressCost, type PressCost } from './lib/ui/press-cost.ts';
import { dashboard, peerInteractions, productSettings } from './lib/ui/interactions.ts';
import { describeStart } from './lib/ui/start.ts';
import {
  countNodes,
  laptop,
  openSlowPage,
  timeInteraction,
  type Interaction,
  type MeasuredPage,
} from './lib/ui/page.ts';
import { openUiPeer } from './lib/ui/peer.ts';

interface UiOptions {
  readonly products: number;
  /** Number of times that each interaction is timed. */
  readonly rounds: number;
  /** Number of alternating CPU measurements with many and with few products; the differences are a few ms. */
  readonly costRounds: number;
  /** The number of members of one incident; none if it is absent. */
  readonly members?: number;
  /** CPU throttling factor, that of a cheap laptop by default. */
  readonly throttle?: number;
  /** The pages to measure with their interactions; all by default. */
  readonly pages?: readonly MeasuredPage[];
  readonly say: (line: string) => void;
}

const fewProducts = 100;
const fewMembers = 30;

if (import.meta.main) {
  const [products = 10_000, rounds = 5, members = 0] = process.argv.slice(2).map(Number);
  await benchUi({ products, rounds, costRounds: 3 * rounds, members, say });
}

/**
 * P3: measures the dashboard with many products in a real browser with four times CPU throttling: each interaction with
 * many and with few products, the initial JavaScript and the DOM nodes. Compared with a bare virtual list and a naive
 * list.
 */
export async function benchUi(options: UiOptions): Promise<void> {
  await buildWebIfStale();
  const { executablePath, args, environment } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...environment } });
  const house = await openBenchHouse({ processes: [['api']], speedup: 1, sandbox: 'none' });
  try {
    const { throttle = laptop } = options;
    options.say(`chromium ${browser.version()}, ${throttle} × slower, ${options.products} products and ${fewProducts}`);
    const bare = await measurePeers(browser, options);
    const owners = {
      many: await ownerOfProducts(house, options.products, options.members),
      few: await ownerOfProducts(house, fewProducts, options.members && fewMembers),
    };
    for (const page of options.pages ?? [dashboard, productSettings]) {
      await measurePage(browser, house, { ...options, page, owners, bare });
    }
    options.say(`first JavaScript on /login ${kilobytes(await loginBytes(browser, house, throttle))} (goal ≤ 150)`);
  } finally {
    await house.close();
    await browser.close();
  }
}

/** Waiting times with the bare list, to which those of the pages are compared. */
interface BareList {
  readonly readyMs: number;
  readonly worstMs: number;
}

/** Returns the times of the bare list. */
async function measurePeers(
  browser: Browser,
  { products, throttle = laptop, say: print }: UiOptions,
): Promise<BareList> {
  const measured: BareList[] = [];
  const peer = await openUiPeer(products);
  try {
    for (const [name, query] of [
      ['bare React and virtual list', ''],
      ['naive list', '?naive'],
    ] as const) {
      const slow = await openSlowPage(browser, { url: `${peer.url}${query}`, cookies: [], dismissed: [], throttle });
      await slow.page.locator('.row').first().waitFor();
      const ready = await slow.page.evaluate(() => performance.now());
      const times = await timeAll(slow.page, peerInteractions);
      await slow.close();
      const worst = Math.max(...times);
      measured.push({ readyMs: ready, worstMs: worst });
      print(`peer, ${name}: ready after ${ready.toFixed(0)} ms, worst interaction ${worst} ms`);
    }
  } finally {
    await peer.close();
  }
  const [bare] = measured;
  if (!bare) throw new Error('No peer was measured');
  return bare;
}

async function timeAll(
  page: Parameters<typeof timeInteraction>[0],
  interactions: readonly Interaction[],
): Promise<number[]> {
  const times: number[] = [];
  for (const interaction of interactions) times.push(await timeInteraction(page, interaction));
  return times;
}

interface PageMeasurement extends UiOptions {
  readonly page: MeasuredPage;
  readonly owners: Readonly<Record<'many' | 'few', ProductSession>>;
  readonly bare: BareList;
}

async function measurePage(browser: Browser, house: BenchHouse, options: PageMeasurement): Promise<void> {
  const { products, rounds, costRounds, throttle = laptop, page, owners, bare, say: print } = options;
  const { name, path, interactions } = page;
  const many = { session: owners.many, measured: page };
  const small = { session: owners.few, measured: page };
  const seen: RoundResults = { times: [], many: [], few: [] };
  let nodes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const visited = await timeVisit(browser, house, { ...many, throttle });
    seen.times.push(visited.times);
    nodes = Math.max(nodes, visited.nodes);
    if (round === 0) {
      print(
        `${name}: ready after ${visited.readyMs.toFixed(0)} ms, ${ratioText(visited.readyMs, bare.readyMs)} × the bare list (goal ≤ 2), first JavaScript on ${path} ${kilobytes(visited.scriptBytes)} (goal ≤ 220)`,
      );
      if (visited.start) print(`${name}: ${visited.start}`);
    }
  }
  for (let round = 0; round < costRounds; round += 1) {
    seen.many.push(await measureCosts(browser, house, many));
    seen.few.push(await measureCosts(browser, house, small));
  }
  print(`${name}: most nodes ${nodes} (goal ≤ 2,000)`);
  report({ name, seen, products, interactions, bare }, print);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB gzip`;
}

interface Visit {
  readonly session: ProductSession;
  readonly measured: MeasuredPage;
  readonly throttle: number;
}

async function timeVisit(browser: Browser, house: BenchHouse, visited: Visit) {
  const slow = await openMeasured(browser, house, visited);
  const { page } = slow;
  const { interactions } = visited.measured;
  const readyMs = await page.evaluate(() => performance.now());
  const start = await describeStart(page, readyMs);
  const scriptBytes = await slow.scriptBytes();
  await page.waitForTimeout(visited.measured.settleMs);
  const times: number[] = [];
  let nodes = 0;
  for (const interaction of interactions) {
    times.push(await timeInteraction(page, interaction));
    nodes = Math.max(nodes, await countNodes(page));
  }
  await slow.close();
  return { readyMs, start, scriptBytes, times, nodes };
}

/** Measures the CPU cost without throttling, because tracing slows the page down. */
async function measureCosts(
  browser: Browser,
  house: BenchHouse,
  visited: Omit<Visit, 'throttle'>,
): Promise<readonly PressCost[]> {
  const { page, close } = await openMeasured(browser, house, { ...visited, throttle: 1 });
  await page.waitForTimeout(visited.measured.settleMs);
  const found: PressCost[] = [];
  for (const interaction of visited.measured.interactions)
    found.push(await measurePressCost(browser, page, interaction));
  await close();
  return found;
}

async function openMeasured(browser: Browser, house: BenchHouse, { session, measured, throttle }: Visit) {
  const cookies = session.cookies();
  const url = `${house.url}${measured.path}`;
  const slow = await openSlowPage(browser, { url, cookies, dismissed: dismissedHints, throttle });
  await measured.ready(slow.page).waitFor({ timeout: 60_000 });
  return slow;
}

async function loginBytes(browser: Browser, { url }: BenchHouse, throttle: number): Promise<number> {
  const slow = await openSlowPage(browser, { url: `${url}/login`, cookies: [], dismissed: [], throttle });
  await slow.page.getByRole('button', { name: 'Log in' }).waitFor();
  const bytes = await slow.scriptBytes();
  await slow.close();
  return bytes;
}

/** Results per round; each round has one entry per interaction. */
interface RoundResults {
  /** Durations with many products in ms. */
  readonly times: (readonly number[])[];
  readonly many: (readonly PressCost[])[];
  readonly few: (readonly PressCost[])[];
}

interface ReportInput {
  readonly name: string;
  readonly seen: RoundResults;
  readonly products: number;
  readonly interactions: readonly Interaction[];
  readonly bare: BareList;
}

function ratioText(ours: number, theirs: number): string {
  return (ours / theirs).toFixed(2);
}

/**
 * Reports waiting times in ms, and the growth with the number of products in main thread CPU, because browsers round
 * event durations to 8 ms. Work after the next frame may grow, because more issues are shown.
 */
function report(
  { name: pageName, seen, products, interactions, bare }: ReportInput,
  print: (line: string) => void,
): void {
  let worst = 0;
  let worstRatio = 0;
  for (const [index, { name }] of interactions.entries()) {
    const times = seen.times.map((ofRound) => ofRound[index] ?? Number.NaN);
    const cost = (who: 'many' | 'few', part: keyof PressCost) =>
      median(seen[who].map((ofRound) => ofRound[index]?.[part] ?? Number.NaN));
    const ratio = (part: keyof PressCost) => cost('many', part) / cost('few', part);
    worst = Math.max(worst, median(times));
    worstRatio = Math.max(worstRatio, ratio('untilFrame'));
    print(
      `${name.padEnd(22)} ${median(times).toFixed(0).padStart(4)} ms (${Math.min(...times)} – ${Math.max(...times)}), ` +
        `${cost('many', 'untilFrame').toFixed(1)} CPU-ms until the next frame, ` +
        `${ratio('untilFrame').toFixed(2)} × with ${fewProducts} products; ` +
        `${cost('many', 'all').toFixed(0)} in all, ${ratio('all').toFixed(2)} ×`,
    );
  }
  print(`${pageName}: worst of ${products} to ${fewProducts} products: ${worstRatio.toFixed(2)} × (goal ≤ 1.2)`);
  print(
    `${pageName}: worst interaction ${worst.toFixed(0)} ms (goal ≤ 50), ${ratioText(worst, bare.worstMs)} × the bare list's (goal ≤ 1.5)`,
  );
}
