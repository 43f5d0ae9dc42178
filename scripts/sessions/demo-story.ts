import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { exportSpreadsheet, importSpreadsheet, spreadsheetFileName } from '@app/shared/contract/spreadsheets.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { storyIncidents } from '../../sandbox/src/world/life/story.ts';
import { readSpreadsheet } from '../../server/src/lib/spreadsheet/read-spreadsheet.ts';
import { writeSpreadsheet } from '../../server/src/lib/spreadsheet/write-spreadsheet.ts';
import { demoLogin } from './demo.ts';
import type { Stage } from './demo.ts';
import { productSession } from './product-session.ts';
import type { ProductSession } from './product-session.ts';

const LOOK_EVERY_MS = 1500;
/**
 * The deadline for the first checks. A busy machine may need minutes for them, and a viewer of the dashboard should not
 * have to wait for the slowest source.
 */
const FIRST_LOOK_WITHIN_MS = 300_000;

/** The thresholds, in days of remaining stock, for the product that runs out of stock. */
const daysLeft = { alertDays: 7, warningDays: 21 };
/** For the first search phrases of the badly reviewed product, the lowest position that raises no alert. */
const keywordThresholds = [40, 20];

const placeShape = z.object({ asin: z.string(), marketplace: z.string(), keywords: z.array(z.string()) });
type Place = z.output<typeof placeShape>;
const storyShape = z.object({ products: z.record(z.enum(storyIncidents), placeShape) });

const accountsShape = z.object({ sellerAccounts: z.array(z.object({ setupCompleted: z.boolean() })) });
const worldShape = z.object({
  products: z.array(z.object({ productId: z.string(), asin1: z.string(), marketplace: z.string() })),
  watchDogs: z.record(z.string(), z.object({ items: z.record(z.string(), z.object({ status: z.int() })) })),
});
export type World = z.output<typeof worldShape>;

/**
 * Plays the second part of the demo: after all sources have been checked once, it makes settings as an owner would,
 * and triggers the events that only a second check can detect. Repeating it changes nothing.
 */
export async function playDemoStory({ productUrl, sandboxUrl }: Stage): Promise<void> {
  const session = productSession(productUrl);
  await session.logIn(demoLogin);
  await until(() => isSetUp(session));
  const products = await storyOf(sandboxUrl);
  const world = await worldOf(session);
  if (Object.keys(world.watchDogs['keyword']?.items ?? {}).length === 0) {
    await watchKeywords(session, world, products.badlyReviewed);
    await setDaysLeft(session, products.runningOut);
  }
  await until(async () => isLookedAt(await worldOf(session)));
  await playStory(sandboxUrl, 2);
}

/** Returns the products of the demo story by incident. */
export const storyOf = async (sandboxUrl: string) =>
  storyShape.parse(await (await fetch(`${sandboxUrl}/sandbox/story`)).json()).products;

export async function playStory(sandboxUrl: string, act: 1 | 2): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${sandboxUrl}/sandbox/story`, { method: 'POST', headers, body: JSON.stringify({ act }) });
}

/**
 * Waits for the condition. Returns without an error at the deadline, because a demo with missing parts is better than
 * none.
 */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + FIRST_LOOK_WITHIN_MS;
  // In development mode the product is unavailable while it restarts.
  while (!(await isSo().catch(() => false)) && performance.now() < deadline) {
    await delay(LOOK_EVERY_MS);
  }
}

async function isSetUp(session: ProductSession): Promise<boolean> {
  const { sellerAccounts } = accountsShape.parse(JSON.parse((await session.get('/api/identity/seller/list')).text));
  return sellerAccounts.length > 0 && sellerAccounts.every(({ setupCompleted }) => setupCompleted);
}

export const worldOf = async (session: ProductSession): Promise<World> =>
  worldShape.parse(JSON.parse((await session.get('/api/sentinel/stateoftheworld')).text));

/**
 * Returns whether every watchdog has judged its items. Keywords do not count, because search results are checked
 * rarely.
 */
function isLookedAt({ watchDogs }: World): boolean {
  const others = Object.entries(watchDogs).filter(([type]) => type !== 'keyword');
  return others.every(([, { items }]) =>
    Object.values(items).every(({ status }) => status !== itemStatus.initializing),
  );
}

export const productIdIn = ({ products }: World, { asin, marketplace }: Place): string | undefined =>
  products.find((one) => one.asin1 === asin && one.marketplace === marketplace)?.productId;

async function watchKeywords(session: ProductSession, world: World, place: Place): Promise<void> {
  const productId = productIdIn(world, place);
  for (const [index, absoluteThreshold] of keywordThresholds.entries()) {
    const keyword = place.keywords[index];
    if (productId !== undefined && keyword !== undefined) {
      await session.post('/api/sentinel/watchdog/keyword/create', { productId, keyword, absoluteThreshold });
    }
  }
}

/**
 * Sets the thresholds as a user would: downloads the stock spreadsheet, changes two cells of one row, and uploads it.
 */
async function setDaysLeft(session: ProductSession, { asin, marketplace }: Place): Promise<void> {
  const prefix = 'inventory';
  const file = await session.download(exportSpreadsheet.path.replace(':prefix', prefix));
  const sheet = await readSpreadsheet(file);
  const [head, ...rows] = sheet.rows;
  const headers = (head?.cells ?? []).map(String);
  const row = rows.find(({ cells }) => cells[0] === marketplace && cells[1] === asin);
  if (!row) {
    return;
  }
  const settings = watchdogs.find(({ spreadsheet }) => spreadsheet?.prefix === prefix)?.spreadsheet?.columns ?? {};
  const set = new Map(Object.entries(daysLeft).map(([name, days]) => [settings[name]?.header ?? '', days]));
  const cells = headers.map((header, index) => set.get(header) ?? row.cells[index] ?? null);
  const columns = headers.map((header) => ({ header, width: 16 }));
  const filled = await writeSpreadsheet({ name: sheet.name, columns, rows: [cells] });
  const path = importSpreadsheet.path.replace(':prefix', prefix);
  await session.upload(path, { name: spreadsheetFileName(prefix), bytes: filled });
}
