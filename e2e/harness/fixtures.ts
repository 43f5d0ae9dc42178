import { expect, test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { confirmAddress } from '../../scripts/sessions/confirm-address.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { productSession } from '../../scripts/sessions/product-session.ts';
import type { NewOwner } from '../../scripts/sessions/product-session.ts';
import { cluesOf } from './clues.ts';
import { connectedOwner } from './connected-owner.ts';
import type { SignedUpOwner } from './connected-owner.ts';
import { openWithoutNotifications, startWithSandboxOff } from './separate-sandbox.ts';
import { openTestHouse } from './house.ts';
import type { TestHouse } from './house.ts';
import { dismissHints } from './hints.ts';
import { sandboxAt } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { openProductionHouse } from './production/house.ts';
import { lookAgain } from './sweeping.ts';
import { withUndo } from './undoable-sandbox.ts';
import { keyOf, productPicker } from './watched-product.ts';
import type { WatchedProduct } from './watched-product.ts';

/** Installations of the product that a file can select with `test.use({ kind })`. Each kind has its own worker. */
const houses = {
  // Checks run less often in this installation, because with checks every few seconds each tenant slows all journeys
  // down.
  usual: () => openTestHouse({ environment: { CHECK_SPEEDUP: '10' } }),
  sandboxOff: () => startWithSandboxOff(300),
  withoutNotifications: () => openWithoutNotifications(120),
  twoWorkers: () =>
    openTestHouse({ processes: [['api'], ['worker'], ['worker']], environment: { LOG_LEVEL: 'debug' } }),
  production: openProductionHouse,
};

interface WorkerFixtures {
  kind: keyof typeof houses;
  /** The whole product, started once per worker. */
  house: TestHouse;
  /** The tenants that tests request by name. Each is created once per worker. */
  owners: Map<string, NamedOwner>;
  /** The products that tests have picked in any tenant, in this order: all tenants watch the same seller account. */
  picked: string[];
}

interface NamedOwner {
  readonly connected: Promise<unknown>;
  /** The number of products that tests had picked when the tenant was created. It knows nothing of their changes. */
  readonly picksBefore: number;
}

interface ConnectedOwner extends SignedUpOwner, Pick<NamedOwner, 'picksBefore'> {}

interface TestFixtures {
  /** If false, the onboarding hints are dismissed, because they would cover elements that a journey clicks. */
  withHints: boolean;
  /** Errors and warnings in the browser console, which fail the test. A test removes the errors that it expects. */
  pageErrors: string[];
  /** Describes a failure in the report: the messages on the page and the warnings in the logs. */
  clues: void;
  sandbox: Sandbox;
  /** Signs a new owner up and logs the page in as that owner. */
  signUp: (named?: Partial<NewOwner>) => Promise<SignedUpOwner>;
  /** Signs a new owner up and confirms the address. Until then an owner cannot have mail sent to other people. */
  signUpConfirmed: (named?: Partial<NewOwner>) => Promise<SignedUpOwner>;
  /** The name of the shared tenant, for a journey that opens it in a second browser. */
  sharedTenant: string;
  /** The tenant that journeys of a worker share, connected and judged. The page is logged in as its owner. */
  tenant: ConnectedOwner;
  /** Opens a path of the product as the owner of that tenant. */
  open: (path: string) => Promise<void>;
  /** A separate tenant by name, for journeys that change settings of all products. */
  ownerOf: (name: string, context?: BrowserContext) => Promise<ConnectedOwner>;
  /** Makes all sweeps due now, for events about which the marketplace sends no notification. */
  lookAgain: () => Promise<void>;
  /**
   * Returns a product without issues that no other journey has changed since its tenant was created. The tenant is the
   * shared one if none is given.
   */
  pick: (tenant?: ConnectedOwner) => Promise<WatchedProduct>;
}

/**
 * Pages of journeys live for seconds only, and optimising their JavaScript would take a fifth of the browser's time.
 */
const withoutOptimising = '--js-flags=--no-opt --no-maglev';

/**
 * The number of picked products after which the next journey gets a new shared tenant. A tenant has about 20 products
 * that can be picked, and a journey picks up to 4.
 */
const picksPerTenant = 12;

/** Playwright's `test` with a running product: `page` opens its paths, and `sandbox` triggers events. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  launchOptions: [
    async ({ house }, use) => {
      const { executablePath, args, environment } = await findChromium();
      const ownArguments = house.browserArguments ?? [];
      await use({
        executablePath,
        args: [...args, ...ownArguments, withoutOptimising],
        env: { ...process.env, ...environment },
      });
    },
    { scope: 'worker' },
  ],
  kind: ['usual', { option: true, scope: 'worker' }],
  house: [
    async ({ kind }, use) => {
      const house = await houses[kind]();
      await use(house);
      await house.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  owners: [({}, use) => use(new Map()), { scope: 'worker' }],
  picked: [({}, use) => use([]), { scope: 'worker' }],
  baseURL: ({ house }, use) => use(house.url),
  withHints: [false, { option: true }],
  async context({ context, withHints }, use) {
    await (withHints ? undefined : dismissHints(context));
    await use(context);
  },
  pageErrors: [
    async ({ page, house }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        // The browser reports every answer with a status from 400 on as an error, which many tests expect. A page that
        // redirects does not use its preloaded resources, which is a warning.
        const isExpected = /^Failed to load resource|preload but not used within a few seconds/.test(message.text());
        const isOfPage = page.url().startsWith(house.url) && !isExpected;
        if (['error', 'warning'].includes(message.type()) && isOfPage) {
          errors.push(message.text());
        }
      });
      await use(errors);
      // A page that polls may have a replaced call under way, which would fail with the page.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  clues: [
    async ({ page, house }, use, info) => {
      const since = Date.now();
      await use();
      if (info.status === info.expectedStatus) return;
      await info.attach('clues', { body: await cluesOf({ page, house, since }), contentType: 'text/plain' });
    },
    { auto: true },
  ],
  async sandbox({ house }, use) {
    if (house.sandbox === null) {
      throw new Error('This installation has no sandbox');
    }
    const { sandbox, undo } = withUndo(sandboxAt(house.sandbox.url));
    await sandbox.clearMail();
    await use(sandbox);
    await undo();
  },
  signUp: ({ house, page }, use, { testId, retry }) =>
    use(async (named = {}) => {
      const owner = { ...anyOwner, email: `owner-${testId}-${retry}@watchpost.test`, ...named };
      const session = productSession(house.url);
      await session.signUp(owner);
      await page.context().addCookies(session.cookies());
      return { owner, session };
    }),
  signUpConfirmed: ({ house, signUp }, use) =>
    use(async (named) => {
      const signedUp = await signUp(named);
      if (house.sandbox === null) throw new Error('Without a sandbox nothing receives the link');
      await confirmAddress(signedUp.session, { sandboxUrl: house.sandbox.url, email: signedUp.owner.email });
      return signedUp;
    }),
  sharedTenant: ({ picked }, use) => use(`shared-${Math.floor(picked.length / picksPerTenant)}`),
  tenant: async ({ ownerOf, sharedTenant }, use) => use(await ownerOf(sharedTenant)),
  open: ({ page, tenant }, use) =>
    use(async (path) => {
      await page.context().addCookies(tenant.session.cookies());
      await page.goto(path);
    }),
  ownerOf: ({ house, context, owners, picked }, use) =>
    use(async (name, into = context) => {
      const owner = { ...anyOwner, email: `${name}@watchpost.test` };
      if (into !== context) {
        await dismissHints(into);
      }
      const known = owners.get(name) ?? { connected: connectedOwner(house, owner), picksBefore: picked.length };
      owners.set(name, known);
      // Each test logs in separately, so that a change to its session does not affect other tests.
      const session = productSession(house.url);
      await known.connected;
      await session.logIn({ email: owner.email, password: owner.password });
      await into.addCookies(session.cookies());
      return { owner, session, picksBefore: known.picksBefore };
    }),
  lookAgain: ({ house }, use) => use(() => lookAgain(house)),
  pick: ({ sandbox, tenant, picked }, use) =>
    use(async ({ session, picksBefore } = tenant) => {
      const product = await productPicker(sandbox, new Set(picked.slice(picksBefore)))(session);
      picked.push(keyOf(product));
      return product;
    }),
});

const anyOwner = { password: 'Long-enough-1', firstName: 'Olive', lastName: 'Owner', companyName: 'Acme' };

export { expect };
