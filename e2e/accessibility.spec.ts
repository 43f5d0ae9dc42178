import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

for (const path of ['/login', '/signup']) {
  test(`${path} has nothing that keeps people out`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();

    expect(await violations(page)).toEqual([]);
  });
}

for (const path of ['/connect', '/home']) {
  test(`${path} has nothing that keeps people out`, async ({ page, signUp }) => {
    await signUp();
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();

    expect(await violations(page)).toEqual([]);
  });
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}
