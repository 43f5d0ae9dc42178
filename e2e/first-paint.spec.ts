import { expect, test } from './harness/fixtures.ts';

/** A slow line: 400 ms each way and back, 50 kB a second. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

test('on a slow line the log-in page is painted before its styles and code have come', async ({ page, context }) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', slowLine);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await expect(page.getByText('Watchpost is loading…')).toBeHidden();

  const painted = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
  test.info().annotations.push({ type: 'first contentful paint', description: `${Math.round(painted)} ms` });
  const arrived = await page.evaluate<number>(
    `Math.min(...performance.getEntriesByType('resource').filter(({ name }) => /react-|index-.*css$/.test(name)).map(({ responseEnd }) => responseEnd))`,
  );
  expect(painted).toBeLessThan(arrived);
});
