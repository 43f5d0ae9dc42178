import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import type { ProductSession } from '../scripts/sessions/product-session.ts';
import { buildWebIfStale } from '../scripts/start/web-build.ts';
import { openBenchHouse, type BenchHouse } from './lib/house/bench-house.ts';
import { median, say } from './lib/figures.ts';
import { dismissedHints, ownerOfProducts } from './lib/house/owner-of-products.ts';
import { measurePressCost, type PressCost } from './lib/ui/press-cost.ts';
import { dashboard, peerInteractions, productSettings } from './lib/ui/interactions.ts';
import { describeStarts, timeStarts, type Start } from './lib/ui/start.ts';
import {
  countNodes,
  laptop,
  openSlowPage,
  timeInteraction,
  withoutPictures,
  type Interaction,
  type MeasuredPage,
} from './lib/ui/page.ts';
import { openUiPeer, type UiPeer } from './lib/ui/peer.ts';

interface UiOptions {
  readonly products: number;
  /** Number of times that each interaction is timed. */
  readonly rounds: number;
  /** Number of alternating CPU measurements with many and with few products; the differences are a few ms. */
  readonly costRounds: number;
  /** The number of members of one incident; without it there is no incident. */
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
 * Measures the dashboard with many products in a real browser with four times CPU throttling: each interaction with
 * many and with few products, the initial JavaScript and the DOM nodes. Compares the results with a bare virtual list
 * and a naive list.
 */
export async function benchUi(options: UiOptions): Promise<void> {
  await buildWebIfStale();
  const { executablePath, args, environment } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: [...args, withoutPictures],
    env: { ...process.env, ...environment },
  });
  const house = await openBenchHouse({ processes: [['api']], speedup: 1, sandbox: 'none' });
  const peer = await openUiPeer(options.products);
  try {
    const { throttle = laptop } = options;
    options.say(`chromium ${browser.version()}, ${throttle} × slower, ${options.products} products and ${fewProducts}`);
    const owners = {
      many: await ownerOfProducts(house, options.products, options.members),
      few: await ownerOfProducts(house, fewProducts, options.members && fewMembers),
    };
    await describeNaiveList(browser, peer, options);
    for (const page of options.pages ?? [dashboard, productSettings]) {
      await measurePage(browser, house, { ...options, page, owners, peer });
    }
    options.say(`first JavaScript on /login ${kilobytes(await loginBytes(browser, house, throttle))} (goal ≤ 150)`);
  } finally {
    await peer.close();
    await house.close();
    await browser.close();
  }
}

function peerPage(url: string, throttle: number) {
  return { url, cookies: [], dismissed: [], throttle, ready: '.row' };
}

/** Prints the waiting times of a page that draws all rows, which the design of the dashboard avoids. */
async function describeNaiveList(browser: Browser, peer: UiPeer, options: UiOptions): Promise<void> {
  const slow = await openSlowPage(browser, peerPage(`${peer.url}?naive`, options.throttle ?? laptop));
  const readyMs = await slow.ready;
  const worst = Math.max(...(await timeAll(slow.page, peerInteractions)));
  await slow.close();
  options.say(`peer, naive list: ready after ${readyMs.toFixed(0)} ms, worst interaction ${worst} ms`);
}

/** Returns the duration in ms of the longest interaction of the bare list. */
async function timeBareList(browser: Browser, peer: UiPeer, throttle: number): Promise<number> {
  const slow = await openSlowPage(browser, peerPage(peer.url, throttle));
  await slow.ready;
  const worst = Math.max(...(await timeAll(slow.page, peerInteractions)));
  await slow.close();
  return worst;
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
  readonly peer: UiPeer;
}

/** Measures the page and the bare list in turn, so that both run while the machine is equally busy. */
async function measurePage(browser: Browser, house: BenchHouse, options: PageMeasurement): Promise<void> {
  const { products, rounds, costRounds, throttle = laptop, page, owners, peer, say: print } = options;
  const { name, path, interactions } = page;
  const many = { session: owners.many, measured: page };
  const small = { session: owners.few, measured: page };
  await measureStarts(browser, house, options);
  const seen: RoundResults = { times: [], bare: [], many: [], few: [] };
  let nodes = 0;
  let scriptBytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    seen.bare.push(await timeBareList(browser, peer, throttle));
    const visited = await timeVisit(browser, house, { ...many, throttle });
    seen.times.push(visited.times);
    nodes = Math.max(nodes, visited.nodes);
    scriptBytes = visited.scriptBytes;
  }
  for (let round = 0; round < costRounds; round += 1) {
    seen.many.push(await measureCosts(browser, house, many));
    seen.few.push(await measureCosts(browser, house, small));
  }
  print(`${name}: first JavaScript on ${path} ${kilobytes(scriptBytes)} (goal ≤ 220)`);
  print(`${name}: most nodes ${nodes} (goal ≤ 2,000)`);
  report({ name, seen, products, interactions }, print);
}

async function measureStarts(browser: Browser, house: BenchHouse, options: PageMeasurement): Promise<void> {
  const { rounds, throttle = laptop, page, owners, peer, say: print } = options;
  const { name, path, ready, cachesWorld } = page;
  const own = { url: `${house.url}${path}`, cookies: owners.many.cookies(), dismissed: dismissedHints };
  const [bare, cold, cached]: [Start[], Start[], Start[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(...(await timeStarts(browser, { ...peerPage(peer.url, throttle), isRepeated: false })));
    const starts = await timeStarts(browser, { ...own, throttle, ready, isRepeated: cachesWorld });
    cold.push(...starts.slice(0, 1));
    cached.push(...starts.slice(1));
  }
  print(`peer, bare React and virtual list: ${describeStarts(bare, bare)}`);
  print(`${name}: ${describeStarts(cold, bare)}`);
  if (cached.length > 0) print(`${name} with a cached world: ${describeStarts(cached, bare)}`);
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
  const scriptBytes = await slow.scriptBytes();
  await page.waitForTimeout(visited.measured.settleMs);
  const times: number[] = [];
  let nodes = 0;
  for (const interaction of interactions) {
    times.push(await timeInteraction(page, interaction));
    nodes = Math.max(nodes, await countNodes(page));
  }
  await slow.close();
  return { scriptBytes, times, nodes };
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
  const { ready } = measured;
  const slow = await openSlowPage(browser, { url, cookies, dismissed: dismissedHints, throttle, ready });
  await slow.ready;
  return slow;
}

async function loginBytes(browser: Browser, { url }: BenchHouse, throttle: number): Promise<number> {
  const page = { url: `${url}/login`, cookies: [], dismissed: [], throttle, ready: 'button[type=submit]' };
  const slow = await openSlowPage(browser, page);
  await slow.ready;
  const bytes = await slow.scriptBytes();
  await slow.close();
  return bytes;
}

/** Results per round; each round has one entry per interaction. */
interface RoundResults {
  /** Durations with many products in ms. */
  readonly times: (readonly number[])[];
  /** The longest interaction of the bare list in ms, by round. */
  readonly bare: number[];
  readonly many: (readonly PressCost[])[];
  readonly few: (readonly PressCost[])[];
}

interface ReportInput {
  readonly name: string;
  readonly seen: RoundResults;
  readonly products: number;
  readonly interactions: readonly Interaction[];
}

/**
 * Reports waiting times in ms, and the growth with the number of products in main thread CPU, because browsers round
 * event durations to 8 ms. Work after the next frame may grow, because more issues are shown.
 */
function report({ name: pageName, seen, products, interactions }: ReportInput, print: (line: string) => void): void {
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
    `${pageName}: worst interaction ${worst.toFixed(0)} ms (goal ≤ 50), ${(worst / median(seen.bare)).toFixed(2)} × the bare list's ${median(seen.bare)} ms (goal ≤ 1.5)`,
  );
}
