import type { Browser, Page } from '@playwright/test';
import type { Interaction } from './page.ts';

/** CPU milliseconds of the page's main thread, which are independent of other processes and of rounding. */
export interface PressCost {
  /** The most expensive press or key of an interaction, from the event to the next frame. */
  readonly untilFrame: number;
  /** All work within half a second after the interaction. */
  readonly all: number;
}

const traceAfterPressMs = 500;

export async function measurePressCost(browser: Browser, page: Page, { act, done }: Interaction): Promise<PressCost> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await act(page);
  // Queries run on the main thread and cost more on a larger page, so they must wait until the trace has ended.
  await page.waitForTimeout(traceAfterPressMs);
  const trace = parseTrace(await browser.stopTracing());
  await done(page);
  return costInTrace(trace);
}

/** One entry of Chromium's trace. Times are in microseconds; `tdur` is the CPU time of the thread. */
export interface TraceEntry {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** The duration in µs; `tdur` is the part of it in which the thread had a core. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

export const parseTrace = (trace: Buffer): readonly TraceEntry[] =>
  (JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEntry[] }).traceEvents;

const presses = new Set(['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keyup']);
const isPress = ({ name, args }: TraceEntry): boolean =>
  name === 'EventDispatch' && presses.has(args?.data?.type ?? '');

export function costInTrace(trace: readonly TraceEntry[]): PressCost {
  const main = trace.find(isPress);
  if (!main) throw new Error('The trace contains no press');
  const own = trace.filter(({ ph, pid, tid }) => ph === 'X' && pid === main.pid && tid === main.tid);
  const tasks = own
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .toSorted((a, b) => a.ts - b.ts)
    .map(({ ts, tdur = 0 }) => ({ ts, ms: tdur / 1000 }));
  const taskOf = ({ ts }: TraceEntry): number => tasks.findLastIndex((task) => task.ts <= ts);
  const pictures = own.filter(({ name }) => name === 'Commit').map(taskOf);
  const sum = (from: number, to: number): number => tasks.slice(from, to).reduce((all, { ms }) => all + ms, 0);
  const costs = own.filter(isPress).map((press) => {
    const first = taskOf(press);
    const picture = Math.min(...pictures.filter((at) => at >= first));
    return Number.isFinite(picture) ? sum(first, picture + 1) : 0;
  });
  if (costs.every((ms) => ms === 0)) throw new Error('No frame follows the press in the trace');
  return { untilFrame: Math.max(...costs), all: sum(Math.min(...own.filter(isPress).map(taskOf)), tasks.length) };
}
