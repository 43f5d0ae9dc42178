import type { CDPSession } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';

test('a phone can install Watchpost on its home screen, which iPhones require for notifications', async ({
  page,
  request,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('heading').first()).toBeVisible();
  const browser = await page.context().newCDPSession(page);

  const { errors, manifest } = await manifestOf(browser);
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({ name: 'Watchpost', start_url: '/home', display: 'standalone' });
  // The browser's list of reasons why the page cannot be installed. It always contains the private window in which
  // journeys run.
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);

  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const sizes = new Map([
    [touchIcon, '180x180'],
    ...manifest.icons.map(({ src, sizes: size }) => [src, size] as const),
  ]);
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const [path, size] of sizes) {
    const picture = await request.get(path ?? '');
    expect(`${path} ${sizeOf(await picture.body())}`).toBe(`${path} ${size}`);
  }
});

interface Manifest {
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
}

async function manifestOf(browser: CDPSession) {
  const { errors, data } = await browser.send('Page.getAppManifest');
  return { errors, manifest: asManifest(JSON.parse(data ?? '{}')) };
}

/** Casts the parsed manifest without a check, because the assertions of the test fail on a wrong shape. */
const asManifest = (value: unknown): Manifest => value as Manifest;

/** The width and height of a PNG follow its signature and the header of its first chunk. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
