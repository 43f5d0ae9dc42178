import { expect, test } from '@playwright/test';
import { playDemoStory, productIdIn, storyOf, playStory, worldOf } from '../../scripts/sessions/demo-story.ts';
import { storyIncidents } from '../../sandbox/src/world/life/story.ts';
import type { Incident } from '../../sandbox/src/world/life/story.ts';
import { demoLogin, ensureDemoTenant } from '../../scripts/sessions/demo.ts';
import { productSession } from '../../scripts/sessions/product-session.ts';
import { openTestHouse } from '../harness/house.ts';

/** The watchdogs that must report each incident of the demo story. */
const watchdogsByIncident: Readonly<Record<Incident, readonly string[]>> = {
  hijacked: ['numberOfSellers'],
  undercut: ['lostBuybox', 'salesDrop'],
  weak: ['salesDrop'],
  suspended: ['listingSuspended'],
  runningOut: ['inventory'],
  badlyReviewed: ['topReview', 'badReview'],
};

test('the demo plays its whole story: its owner is alerted to all six incidents', async () => {
  const house = await openTestHouse();
  try {
    const stage = { productUrl: house.url, sandboxUrl: house.sandbox?.url ?? '' };
    await playStory(stage.sandboxUrl, 1);
    await ensureDemoTenant(stage);
    await playDemoStory(stage);
    const session = productSession(house.url);
    await session.logIn(demoLogin);
    const products = await storyOf(stage.sandboxUrl);

    const silent = async () => {
      const world = await worldOf(session);
      return storyIncidents.flatMap((incident) => {
        const productId = productIdIn(world, products[incident]) ?? 'not tracked';
        return watchdogsByIncident[incident]
          .filter((type) => world.watchDogs[type]?.items[productId]?.status !== 2)
          .map((type) => `${incident}: ${type}`);
      });
    };

    await expect.poll(silent, { intervals: [1000] }).toEqual([]);
    expect(Object.keys((await worldOf(session)).watchDogs['keyword']?.items ?? {})).toHaveLength(2);
  } finally {
    await house.close();
  }
});
