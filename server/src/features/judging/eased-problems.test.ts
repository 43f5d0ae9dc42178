import { expect, test } from 'vitest';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { toldProduct } from '../../../testing/mails/told-product.ts';
import { setIssueStatus } from '../triage/triage.ts';

const { watched, tell, log } = toldProduct();
const { clock } = watched;

const starsOf = (id: string, rating: number, date = clock.now()) => ({
  id,
  rating,
  title: `About ${id}`,
  body: '',
  date: date.toISOString(),
  isVerified: true,
});
type Review = ReturnType<typeof starsOf>;
const see = (...top: readonly Review[]) => watched.observe({ aspect: 'reviews', facts: { top: [...top] } });
const doneWith = (type: string) =>
  setIssueStatus(watched, watched.tenant.owner, { watchDogId: `${type}-${watched.productId}`, status: 3 });
/** Returns the subjects of the mails that are sent after this page was seen. */
async function subjectsAfter(...top: readonly Review[]): Promise<readonly string[]> {
  clock.advance(4 * hourMs);
  await see(...top);
  return (await tell()).map(({ subject }) => subject.split(',')[0] ?? '');
}

test('a bad review that was told beside a worse one is not told again when the worse one is no news any more', async () => {
  await see();
  const worse = starsOf('WORSE', 1);
  expect(await subjectsAfter(worse)).toHaveLength(1);
  clock.advance(3 * dayMs);
  const mixed = starsOf('MIXED', 3);
  expect(await subjectsAfter(mixed, worse)).toHaveLength(1);
  await doneWith('badReview');

  clock.advance(5 * dayMs);

  expect(await tell()).toEqual([]);
  expect(await watched.item('badReview')).toMatchObject({ status: 1, issueStatus: 3 });
  expect((await log()).at(-1)).toBe('dropped: It was told before as part of a worse problem');
});

test('a bad review that goes down to the fourth place and up again is no news to those who know it', async () => {
  const longAgo = new Date(clock.now().getTime() - 365 * dayMs);
  const [first, second, third, bad] = [5, 5, 5, 1].map((stars, index) => starsOf(`R${index}`, stars, longAgo));
  if (!first || !second || !third || !bad) throw new Error('There are four reviews');
  const [high, low] = [
    [first, second, bad, third],
    [first, second, third, bad],
  ];
  await see(first, second, third);

  expect(await subjectsAfter(...low)).toEqual([expect.stringMatching(/^Warning: bad review on top/i)]);
  expect(await subjectsAfter(...high)).toEqual([expect.stringMatching(/^Alert: bad review on top/i)]);
  await doneWith('topReview');
  expect(await subjectsAfter(...low)).toEqual([]);
  expect(await watched.item('topReview')).toMatchObject({ status: 1, issueStatus: 3 });
  expect(await subjectsAfter(...high)).toEqual([]);
});
