import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { openTestHouse, type TestHouse } from '../e2e/harness/house.ts';
import { findChromium } from './chromium.ts';
import { demoLogin } from './sessions/demo.ts';
import type { Stage } from './sessions/demo.ts';
import { productIdIn, storyOf, worldOf } from './sessions/demo-story.ts';
import { productSession } from './sessions/product-session.ts';
import type { ProductSession } from './sessions/product-session.ts';
import { inRoot } from './root.ts';
import { main, Refusal, say } from './say.ts';
import { billingScenes, cardStepScenes } from './shots/billing-scenes.ts';
import { connectionScenes } from './shots/connection-scenes.ts';
import { handScenes } from './shots/hand-scenes.ts';
import { helpScenes } from './shots/help-scenes.ts';
import { incidentScenes } from './shots/incident-scenes.ts';
import { largeAccount } from './shots/large-account.ts';
import { mailLinkScenes } from './shots/mail-link-scenes.ts';
import { photographMails } from './shots/mails.ts';
import { newsScenes } from './shots/news-scenes.ts';
import { castOperator, operatorScenes } from './shots/operator-scenes.ts';
import { photograph } from './shots/photograph.ts';
import type { Scene } from './shots/photograph.ts';
import { salesChartScenes } from './shots/sales-chart.ts';
import { secondStepScenes } from './shots/second-step-scenes.ts';
import { largeSettings, settingsScenes } from './shots/settings-scenes.ts';
import { newcomersSettings, settingsStates, usersSettings } from './shots/settings-states.ts';
import { stateScenes } from './shots/state-scenes.ts';
import { stockScenes } from './shots/stock-scenes.ts';
import { todayScenes } from './shots/today-scenes.ts';
import { trackingScenes } from './shots/tracking-scenes.ts';
import { demoInTrouble } from './shots/trouble.ts';

/**
 * The first arguments select scenes: `npm run shots -- settings link` takes the scenes whose names begin with one of
 * these words. Without arguments all scenes are taken.
 */
const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((start) => name.startsWith(start));

const strangers: readonly Scene[] = [
  { name: 'login', path: '/login' },
  { name: 'signup', path: '/signup' },
  { name: 'forgotten-password', path: '/forgotpassword' },
  { name: 'new-password', path: '/resetpassword?token=none' },
  ...mailLinkScenes,
];
const newcomers: readonly Scene[] = [
  { name: 'connect', path: '/connect' },
  ...cardStepScenes,
  ...newcomersSettings,
  ...connectionScenes,
];

/** One watchdog for each kind of field in a panel. */
const panels = {
  sensitivity: 'Best Seller Badge',
  spreadsheet: 'FBA Stock',
  whitelist: 'Number of Sellers',
  toggle: 'Listing Suspended',
  number: 'Star Rating Change',
};

const ownersOf = (productId: Readonly<Record<'withKeywords' | 'withDrop', string>>): readonly Scene[] => [
  { name: 'home', path: '/home' },
  ...todayScenes,
  ...newsScenes,
  ...trackingScenes,
  ...stockScenes,
  { name: 'stock', path: '/home?view=inv', isTall: true },
  { name: 'products-list', path: '/home?view=pr2' },
  { name: 'table', path: '/table' },
  { name: 'issues', path: '/home?view=wd', isTall: true },
  { name: 'issues-compact', path: '/home?view=wc', isTall: true },
  { name: 'product-keywords', path: `/home#pdet-${productId.withKeywords}` },
  { name: 'product-sales-drop', path: `/home#pdet-${productId.withDrop}` },
  ...salesChartScenes(productId.withDrop),
  ...Object.entries(panels).map(([field, card]) => ({
    name: `panel-${field}`,
    path: '/home?view=wd',
    isTall: true,
    panelOf: card,
  })),
  ...incidentScenes,
  ...handScenes,
  ...helpScenes,
  ...billingScenes,
  ...stateScenes,
];

/** Accessibility violations of the photographed states, and reasons for missing pictures. */
const wrong: string[] = [];

await main(async () => {
  const { executablePath, args, environment } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...environment } });
  try {
    mkdirSync(inRoot('shots'), { recursive: true });
    if (isWanted('mail')) await photographMails(browser);
    await everythingOn(browser);
    say('Screenshots are in shots/.');
    for (const violation of wrong) say(`wrong: ${violation}`);
    process.exitCode = wrong.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
  }
});

/** Scenes of one logged-in user, or scenes without a login. The user is created only if one of the scenes is wanted. */
interface Part {
  readonly scenes: readonly Scene[];
  readonly cast: () => Promise<{ readonly session?: ProductSession; readonly scenes?: readonly Scene[] }>;
  readonly isSlow?: boolean;
}

async function everythingOn(browser: Browser): Promise<void> {
  const house = await openTestHouse();
  try {
    const wantedParts = partsOf(house).filter(({ scenes }) => scenes.some(({ name }) => isWanted(name)));
    // A user whose creation is slow is created while the other scenes are photographed.
    const parts = wantedParts.map(({ scenes, cast, isSlow }) => {
      const casting = isSlow === true ? cast() : null;
      void casting?.catch(() => undefined);
      return { scenes, cast: () => casting ?? cast() };
    });
    for (const { scenes: planned, cast } of parts) {
      const { session, scenes = planned } = await cast();
      const chosen = scenes.filter(({ name }) => isWanted(name));
      wrong.push(...(await photograph(browser, { url: house.url, scenes: chosen, cookies: session?.cookies() ?? [] })));
    }
  } finally {
    await house.close();
  }
}

function partsOf(house: TestHouse): readonly Part[] {
  const { url, sandbox } = house;
  if (sandbox === null) throw new Refusal('Screenshots need the sandbox.');
  const stage = { productUrl: url, sandboxUrl: sandbox.url };
  let large: ReturnType<typeof largeAccount> | undefined;
  const ofLarge = async (who: 'owner' | 'user') => ({ session: (await (large ??= largeAccount(stage)))[who] });
  return [
    { scenes: [...strangers, ...secondStepScenes(url)], cast: async () => ({}) },
    { scenes: newcomers, cast: async () => ({ session: await signUp(url, 'nora') }) },
    {
      scenes: [...settingsScenes, ...largeSettings, ...settingsStates],
      cast: () => ofLarge('owner'),
    },
    { scenes: usersSettings, cast: () => ofLarge('user') },
    { scenes: operatorScenes, cast: async () => ({ session: await castOperator(house) }) },
    { scenes: ownersOf({ withKeywords: '', withDrop: '' }), cast: () => castDemo(stage), isSlow: true },
  ];
}

async function castDemo(stage: Stage) {
  const session = await demoInTrouble(stage);
  const { badlyReviewed, undercut } = await storyOf(stage.sandboxUrl);
  const world = await worldOf(session);
  const scenes = ownersOf({
    withKeywords: productIdIn(world, badlyReviewed) ?? '',
    withDrop: productIdIn(world, undercut) ?? '',
  });
  return { session, scenes };
}

async function signUp(url: string, name: string): Promise<ProductSession> {
  const session = productSession(url);
  const names = { firstName: name, lastName: 'Newcomer', companyName: 'Newcomer Ltd' };
  await session.signUp({ ...names, email: `${name}@watchpost.test`, password: demoLogin.password });
  return session;
}
