import { expect, test } from 'vitest';
import { costInTrace } from './press-cost.ts';

const entry = (name: string, ts: number, more: object = {}) => ({ name, ph: 'X', pid: 1, tid: 1, ts, ...more });
const task = (ts: number, ms: number) => entry('ThreadControllerImpl::RunTask', ts, { tdur: ms * 1000 });
const press = (ts: number, type: string) => entry('EventDispatch', ts, { args: { data: { type } } });

test('the cost of a press is the work of its thread until the next frame', () => {
  const trace = [
    task(0, 50),
    task(100, 2),
    press(101, 'pointerdown'),
    task(200, 1),
    entry('Commit', 201),
    task(300, 3),
    press(301, 'click'),
    { ...task(310, 90), tid: 2 },
    task(320, 4),
    task(400, 5),
    entry('Commit', 401),
    task(500, 20),
  ];

  expect(costInTrace(trace)).toEqual({ untilFrame: 12, all: 35 });
});
