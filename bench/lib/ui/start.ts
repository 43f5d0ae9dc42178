import type { Browser, Page } from '@playwright/test';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { worldStateKey } from '../../../web/src/lib/session/forget-world.ts';
import { median } from '../figures.ts';
import { awaitReady, openSlowPage, readyMark, type PageOptions } from './page.ts';
import { parseTrace, type TraceEntry } from './press-cost.ts';

/** The start of a page, until it has painted the element that makes it ready. */
export interface Start {
  readonly readyMs: number;
  /**
   * The CPU time of the page's main thread in ms, which is independent of other processes. Throttling multiplies it.
   */
  readonly cpuMs: number;
  /** The durations in ms of the parts of the start, in the order of time; empty for a page without the world. */
  readonly parts: Readonly<Record<string, number>>;
}

/**
 * Times a start in a browser that has never seen the page and, if asked, a second start from its stored copy of the
 * world.
 */
export async function timeStarts(
  browser: Browser,
  options: PageOptions & { readonly isRepeated: boolean },
): Promise<readonly Start[]> {
  const startTracing = (page: Page) =>
    browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
  const first = await openSlowPage(browser, { ...options, beforeLoad: startTracing });
  const starts = [await readStart(browser, first.page, first.ready)];
  if (options.isRepeated) {
    await first.page.waitForFunction((key) => localStorage.getItem(key) !== null, worldStateKey);
    await startTracing(first.page);
    const isReady = awaitReady(first.page);
    await first.page.reload();
    starts.push(await readStart(browser, first.page, isReady));
  }
  await first.close();
  return starts;
}

async function readStart(browser: Browser, page: Page, isReady: Promise<number>): Promise<Start> {
  const readyMs = await isReady;
  const parts = await readParts(page, readyMs);
  const trace = parseTrace(await browser.stopTracing());
  return { readyMs, cpuMs: cpuUntilReady(trace), parts };
}

export function cpuUntilReady(trace: readonly TraceEntry[]): number {
  const ready = trace.find(({ name }) => name === readyMark);
  if (!ready) throw new Error('The trace does not contain the moment at which the page was ready');
  const own = trace.filter(({ pid, tid, ts }) => pid === ready.pid && tid === ready.tid && ts <= ready.ts);
  const navigation = own.findLast(({ name }) => name === 'navigationStart')?.ts ?? 0;
  return outermost(own.filter(({ ph, ts }) => ph === 'X' && ts >= navigation)).reduce(
    (sum, { tdur = 0 }) => sum + tdur / 1000,
    0,
  );
}

/** The events that are part of no other event. Not all are tasks: promises are settled between tasks. */
function outermost(events: readonly TraceEntry[]): readonly TraceEntry[] {
  let end = 0;
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      const isOutermost = ts >= end;
      end = Math.max(end, ts + dur);
      return isOutermost;
    });
}

/**
 * Returns the parts of a start as durations. Scripts load while the world is requested, so both are one part. Empty for
 * a page without the world.
 */
async function readParts(page: Page, readyMs: number): Promise<Readonly<Record<string, number>>> {
  const noted = await page.evaluate((path) => {
    const world = performance.getEntriesByType('resource').find(({ name }) => name.includes(path));
    const [unpack, weigh] = ['unpack', 'weigh'].map((name) => performance.getEntriesByName(`watchpost ${name}`)[0]);
    return world && unpack
      ? {
          asked: world.startTime,
          took: world.duration,
          unpackAt: unpack.startTime,
          unpack: unpack.duration,
          weigh: weigh?.duration ?? 0,
        }
      : null;
  }, stateOfTheWorld.path);
  if (!noted) return {};
  const { asked, took, unpackAt, unpack, weigh } = noted;
  return {
    'until the world is requested': asked,
    'its answer, beside the scripts': took,
    'until it is parsed': unpackAt,
    unpack,
    weigh,
    'the rest, most of it drawing': readyMs - unpackAt - unpack - weigh,
  };
}

/** Returns a line that compares starts with those of the bare list and shows their parts, as medians of all rounds. */
export function describeStarts(starts: readonly Start[], bare: readonly Start[]): string {
  const of = (all: readonly Start[], part: 'readyMs' | 'cpuMs') => median(all.map((start) => start[part]));
  const ratio = (part: 'readyMs' | 'cpuMs') => (of(starts, part) / of(bare, part)).toFixed(2);
  const names = Object.keys(starts[0]?.parts ?? {});
  const parts = names.map((name) => `${name} ${median(starts.map((start) => start.parts[name] ?? 0)).toFixed(0)}`);
  return [
    `ready after ${of(starts, 'readyMs').toFixed(0)} ms, ${ratio('readyMs')} × the bare list (goal ≤ 2)`,
    `CPU ${of(starts, 'cpuMs').toFixed(0)} ms, ${ratio('cpuMs')} ×`,
    ...(parts.length === 0 ? [] : [`in ms: ${parts.join(', ')}`]),
  ].join('; ');
}
