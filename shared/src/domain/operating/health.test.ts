import { expect, test } from 'vitest';
import { healthOf, type OperatingState } from './health.ts';

const answers = { ok: 100, '403': 0, '429': 0, refused: 0, failed: 0 };
const worker = { role: 'worker', version: '1', waitSeconds: 0, failingLoops: {}, answers };
const calm: OperatingState = {
  figures: [{ name: 'watchpost_partition_months_ahead', labels: {}, value: 4 }],
  processes: [worker],
};
const figure = (name: string, value: number, labels = {}) => ({ name: `watchpost_${name}`, labels, value });
const lineOf = (state: OperatingState, key: string) => healthOf(state).find((line) => line.key === key);

test('a product without troubles is green in every line', () => {
  expect(healthOf(calm).filter(({ level }) => level !== 'ok')).toEqual([]);
});

test.each([
  [
    [figure('sweep_lateness_seconds', 1199), figure('sweep_lateness_seconds', 1200)],
    ['lateness', 'warning', 1200],
  ],
  [[figure('sweep_lateness_seconds', 3600)], ['lateness', 'alert', 3600]],
  [
    [figure('messages_set_aside', 4), figure('tenants_set_aside', 6)],
    ['setAside', 'alert', 10],
  ],
  [[figure('alarms', 1, { alarm: 'applicationRefused' })], ['alarms', 'alert', 1]],
  [[figure('accounts_resting', 1)], ['resting', 'warning', 1]],
  [[figure('partition_months_ahead', 2)], ['monthsAhead', 'warning', 2]],
  [[figure('partition_months_ahead', 1)], ['monthsAhead', 'alert', 1]],
])('%j make the line %j', (figures, line) => {
  const { key, level, value } = lineOf({ ...calm, figures: [...figures] }, String(line[0])) ?? {};

  expect([key, level, value]).toEqual(line);
});

test('no worker is red, and two versions at once are amber', () => {
  expect(lineOf({ ...calm, processes: [{ ...worker, role: 'api' }] }, 'workers')).toMatchObject({ level: 'alert' });
  const processes = [worker, { ...worker, version: '2' }];
  expect(lineOf({ ...calm, processes }, 'versions')).toMatchObject({ level: 'warning', value: 2 });
});

test('refusals of the marketplace are a share of the answers of all processes', () => {
  const throttled = { ...worker, answers: { ...answers, ok: 80, '429': 20 } };

  expect(lineOf({ ...calm, processes: [worker, throttled] }, 'throttled')).toMatchObject({
    value: 0.1,
    level: 'alert',
  });
  expect(lineOf({ ...calm, processes: [] }, 'throttled')).toMatchObject({ value: 0, level: 'ok' });
});
