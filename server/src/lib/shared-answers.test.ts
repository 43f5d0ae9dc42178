import { expect, test } from 'vitest';
import { testClock } from '../../testing/clock.ts';
import { SharedAnswers } from './shared-answers.ts';

const clock = testClock(new Date('2026-06-15T12:00:00Z'));
const createAnswers = () => new SharedAnswers<number>(clock, 60_000);

test('calls share one answer for a minute, and later calls ask again', async () => {
  const answers = createAnswers();
  let asked = 0;
  const ask = async () => (asked += 1);

  const together = await Promise.all([answers.find('NA', ask), answers.find('NA', ask), answers.find('EU', ask)]);
  clock.advance(59_999);
  const inTime = await answers.find('NA', ask);
  clock.advance(1);
  const later = await answers.find('NA', ask);

  expect(together).toEqual([1, 1, 2]);
  expect([inTime, later]).toEqual([1, 3]);
});

const fail = () => Promise.reject(new Error('away'));

test('a failure reaches all waiting calls, and later calls ask again', async () => {
  const answers = createAnswers();

  const both = await Promise.allSettled([answers.find('NA', fail), answers.find('NA', fail)]);

  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await answers.find('NA', () => Promise.resolve(1))).toBe(1);
});
