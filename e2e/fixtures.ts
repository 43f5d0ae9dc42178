import { expect, test as base } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import type { House } from '../scripts/house.ts';
import { productSession } from '../scripts/product-session.ts';
import type { NewOwner, ProductSession } from '../scripts/product-session.ts';
import { openTestHouse } from './house.ts';
import { sandboxAt } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

export interface SignedUp {
  owner: NewOwner;
  /** The product's own HTTP calls, as that owner. */
  session: ProductSession;
}

interface WorkerFixtures {
  /** The whole product, started once for each worker. */
  house: House;
}

interface TestFixtures {
  /** Fails the test when the page reports an error; what a test expects of it, it can forgive here. */
  pageErrors: string[];
  sandbox: Sandbox;
  /** Signs a new owner up and leaves the page logged in as that owner. */
  signUp: (named?: Partial<NewOwner>) => Promise<SignedUp>;
}

/** Playwright's `test` with the product behind it: `page` opens paths of it, `sandbox` makes things happen. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  launchOptions: [
    async ({}, use) => {
      const { executablePath, args, environment } = await findChromium();
      await use({ executablePath, args, env: { ...process.env, ...environment } });
    },
    { scope: 'worker' },
  ],
  house: [
    async ({}, use) => {
      const house = await openTestHouse();
      await use(house);
      await house.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ house }, use) => use(house.url),
  pageErrors: [
    async ({ page, house }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        // The browser itself reports every answer of 400 and above, which is the product's to judge.
        const isOfPage = page.url().startsWith(house.url) && !message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && isOfPage) {
          errors.push(message.text());
        }
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  async sandbox({ house }, use) {
    if (house.sandbox === null) {
      throw new Error('This house has no sandbox');
    }
    await use(sandboxAt(house.sandbox.url));
  },
  signUp: ({ house, page }, use, { testId, retry }) =>
    use(async (named = {}) => {
      const email = `owner-${testId}-${retry}@watchpost.test`;
      const owner = {
        email,
        password: 'Long-enough-1',
        firstName: 'Olive',
        lastName: 'Owner',
        companyName: 'Acme',
        ...named,
      };
      const session = productSession(house.url);
      await session.signUp(owner);
      await page.context().addCookies(session.cookies());
      return { owner, session };
    }),
});

export { expect };
