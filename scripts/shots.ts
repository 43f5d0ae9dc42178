import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext } from '@playwright/test';
import * as z from 'zod/mini';
import { openTestHouse } from '../e2e/house.ts';
import { sandboxAt } from '../e2e/sandbox.ts';
import { findChromium } from './chromium.ts';
import { demoLogin, ensureDemoTenant } from './demo.ts';
import type { House } from './house.ts';
import { productSession } from './product-session.ts';
import type { ProductSession } from './product-session.ts';
import { inRoot } from './root.ts';
import { main, Refusal, say } from './say.ts';
import { waitUntil } from './wait-until.ts';

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
const SETUP_WITHIN_MS = 120_000;
const ALERTS_WITHIN_MS = 60_000;

const sellersShape = z.object({ sellerAccounts: z.array(z.object({ setupCompleted: z.boolean() })) });
const worldShape = z.object({
  sellers: z.array(
    z.object({ spare: z.boolean(), products: z.array(z.object({ asin: z.string(), marketplace: z.string() })) }),
  ),
});

/** What happens at the marketplace before the dashboard is looked at. */
const happenings = ['buyBoxLost', 'listingSuspended', 'imageRemoved', 'priceChanged', 'sellerJoined'];

/** In the page: fonts are there, and every picture that is shown. */
const settled = `Promise.all([
  document.fonts.ready,
  ...[...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight).map((image) => image.decode().catch(() => undefined)),
]).then(() => true)`;

await main(async () => {
  const house = await openTestHouse();
  const { executablePath, args, environment } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...environment } });
  try {
    mkdirSync(inRoot('shots'), { recursive: true });
    await shoot(browser, house, { paths: ['/login', '/signup'], cookies: [] });
    const newcomer = productSession(house.url);
    const names = { firstName: 'Nora', lastName: 'Newcomer', companyName: 'Newcomer Ltd' };
    await newcomer.signUp({ ...names, email: 'nora@watchpost.test', password: demoLogin.password });
    await shoot(browser, house, { paths: ['/connect'], cookies: newcomer.cookies() });
    await shoot(browser, house, { paths: ['/home'], cookies: (await demoWithAlerts(house)).cookies() });
    say('Screenshots are in shots/.');
  } finally {
    await browser.close();
    await house.close();
  }
});

async function demoWithAlerts(house: House): Promise<ProductSession> {
  if (house.sandbox === null) {
    throw new Refusal('Screenshots need the sandbox.');
  }
  await ensureDemoTenant(house.url);
  const demo = productSession(house.url);
  await demo.logIn(demoLogin);
  await waitUntil('the first set-up ends', SETUP_WITHIN_MS, async () => {
    const { text } = await demo.get('/api/identity/seller/list');
    const { sellerAccounts } = sellersShape.parse(JSON.parse(text));
    return sellerAccounts.length > 0 && sellerAccounts.every((account) => account.setupCompleted);
  });
  const sandbox = sandboxAt(house.sandbox.url);
  const { sellers } = worldShape.parse(await sandbox.world());
  const products = sellers.flatMap((seller) => (seller.spare ? [] : seller.products.slice(0, 4)));
  const events = products.map(({ asin, marketplace }, index) => ({
    type: happenings[index % happenings.length] ?? '',
    asin,
    marketplace,
  }));
  // Some of these cannot happen to a product as it is now; the others are enough.
  await Promise.allSettled(events.map((event) => sandbox.event(event)));
  await waitUntil('alerts are mailed', ALERTS_WITHIN_MS, async () => (await sandbox.mail()).length > 0);
  return demo;
}

interface Shooting {
  paths: readonly string[];
  cookies: Parameters<BrowserContext['addCookies']>[0];
}

async function shoot(browser: Browser, house: House, { paths, cookies }: Shooting): Promise<void> {
  for (const [screen, options] of Object.entries(screens)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ ...options, colorScheme, baseURL: house.url });
      await context.addCookies(cookies);
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading').first().waitFor();
        await page.evaluate(settled);
        await page.screenshot({
          path: inRoot('shots', `${path.slice(1)}-${screen}-${colorScheme}.png`),
          animations: 'disabled',
        });
      }
      await context.close();
    }
  }
}
