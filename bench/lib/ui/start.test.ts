import { expect, test } from 'vitest';
import { readyMark } from './page.ts';
import { cpuUntilReady } from './start.ts';

const entry = (name: string, ts: number, more: object = {}) => ({ name, ph: 'X', pid: 1, tid: 1, ts, ...more });
const task = (ts: number, ms: number) => entry('ThreadControllerImpl::RunTask', ts, { dur: 5, tdur: ms * 1000 });

test('the CPU of a start is the work of its thread from the navigation to the moment at which the page is ready', () => {
  const trace = [
    task(0, 50),
    entry('navigationStart', 100, { ph: 'R' }),
    task(110, 3),
    { ...task(120, 90), tid: 2 },
    task(130, 4),
    entry('FunctionCall', 131, { dur: 3, tdur: 2000 }),
    entry('PerformMicrotaskCheckpoint', 136, { dur: 3, tdur: 1000 }),
    entry(readyMark, 140, { ph: 'I' }),
    task(150, 20),
  ];

  expect(cpuUntilReady(trace)).toBe(8);
});
