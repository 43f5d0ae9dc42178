import type { Browser, Page } from '@playwright/test';
import type { Interaction } from './page.ts';

/** Milliseconds of the page's main thread, which no other process and no rounding adds to. */
export interface PressCost {
  /** From the dearest press or key of an interaction to the picture that follows. */
  readonly untilPicture: number;
  /** Of all that the interaction leads to within half a second. */
  readonly all: number;
}

const aftermathMs = 500;

export async function pressCost(browser: Browser, page: Page, { act, done }: Interaction): Promise<PressCost> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await act(page);
  // To ask the page how it is takes its thread too, and more where it shows more: not before the trace has ended.
  await page.waitForTimeout(aftermathMs);
  const trace = parseTrace(await browser.stopTracing());
  await done(page);
  return costIn(trace);
}

/** One entry of Chromium's trace; times in microseconds, `tdur` what the thread itself has worked. */
interface Entry {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

const parseTrace = (trace: Buffer): readonly Entry[] =>
  (JSON.parse(trace.toString()) as { readonly traceEvents: readonly Entry[] }).traceEvents;

const presses = new Set(['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keyup']);
const isPress = ({ name, args }: Entry): boolean => name === 'EventDispatch' && presses.has(args?.data?.type ?? '');

export function costIn(trace: readonly Entry[]): PressCost {
  const main = trace.find(isPress);
  if (!main) throw new Error('Nothing was pressed');
  const own = trace.filter(({ ph, pid, tid }) => ph === 'X' && pid === main.pid && tid === main.tid);
  const tasks = own
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .toSorted((a, b) => a.ts - b.ts)
    .map(({ ts, tdur = 0 }) => ({ ts, ms: tdur / 1000 }));
  const taskOf = ({ ts }: Entry): number => tasks.findLastIndex((task) => task.ts <= ts);
  const pictures = own.filter(({ name }) => name === 'Commit').map(taskOf);
  const sum = (from: number, to: number): number => tasks.slice(from, to).reduce((all, { ms }) => all + ms, 0);
  const costs = own.filter(isPress).map((press) => {
    const first = taskOf(press);
    const picture = Math.min(...pictures.filter((at) => at >= first));
    return Number.isFinite(picture) ? sum(first, picture + 1) : 0;
  });
  if (costs.every((ms) => ms === 0)) throw new Error('No picture followed what was pressed');
  return { untilPicture: Math.max(...costs), all: sum(Math.min(...own.filter(isPress).map(taskOf)), tasks.length) };
}
