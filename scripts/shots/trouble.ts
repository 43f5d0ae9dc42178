import * as z from 'zod/mini';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { sandboxAt } from '../../e2e/harness/sandbox.ts';
import type { Sandbox } from '../../e2e/harness/sandbox.ts';
import { playDemoStory, playStory, worldOf } from '../sessions/demo-story.ts';
import type { World } from '../sessions/demo-story.ts';
import { demoLogin, ensureDemoTenant } from '../sessions/demo.ts';
import type { Stage } from '../sessions/demo.ts';
import { productSession } from '../sessions/product-session.ts';
import type { ProductSession } from '../sessions/product-session.ts';
import { say } from '../say.ts';
import { waitUntil } from '../processes/wait-until.ts';

const ISSUES_WITHIN_MS = 150_000;

/** Events that the demo story does not contain, so that nearly every card has an issue. */
const happenings = [
  { type: 'priceChanged' },
  { type: 'addToCartRemoved' },
  { type: 'primeLost' },
  { type: 'subscribeAndSaveLost' },
  { type: 'imageRemoved' },
  { type: 'parentChanged' },
  { type: 'categoryChanged' },
  { type: 'detailsChanged' },
  { type: 'packageChanged' },
  { type: 'searchSuppressed' },
  { type: 'choiceBadgeLost' },
  { type: 'bestSellerBadgeLost' },
  { type: 'feedbackReceived' },
  { type: 'ratingChanged', rating: 2.4 },
  { type: 'ownStockChanged', quantity: 0 },
  { type: 'stockChanged', fulfillable: 0 },
];
/** Kinds that are checked so rarely that the scenes do not wait for their issues. */
const patient = new Set(['keyword', 'fbaFeeChange']);

const summaryShape = z.object({
  sellers: z.array(
    z.object({
      spare: z.boolean(),
      products: z.array(
        z.object({ asin: z.string(), marketplace: z.string(), active: z.boolean(), unitsPerDay: z.number() }),
      ),
    }),
  ),
});

/** Logs in to the demo tenant after its whole story, with further events, so that nearly every kind has an issue. */
export async function demoInTrouble(stage: Stage): Promise<ProductSession> {
  await playStory(stage.sandboxUrl, 1);
  await ensureDemoTenant(stage);
  await playDemoStory(stage);
  await makeTrouble(sandboxAt(stage.sandboxUrl));
  const session = productSession(stage.productUrl);
  await session.logIn(demoLogin);
  let quiet: readonly string[] = [];
  await waitUntil('an issue of each kind', ISSUES_WITHIN_MS, async () => {
    quiet = quietKinds(await worldOf(session));
    return quiet.length === 0;
  }).catch(() => say(`Without an issue: ${quiet.join(', ')}`));
  return session;
}

async function makeTrouble(sandbox: Sandbox): Promise<void> {
  const { sellers } = summaryShape.parse(await sandbox.world());
  // Events happen to the last products first, because the story uses the first products of each range.
  const left = sellers
    .flatMap(({ spare, products }) => (spare ? [] : products))
    .filter(({ active, unitsPerDay }) => active && unitsPerDay > 0)
    .toReversed();
  for (const happening of happenings) {
    for (const [index, { asin, marketplace }] of left.entries()) {
      const isDone = await sandbox.event({ ...happening, asin, marketplace }).then(
        () => true,
        // Not every event can happen to every product.
        () => false,
      );
      if (isDone) {
        left.splice(index, 1);
        break;
      }
    }
  }
}

const quietKinds = ({ watchDogs }: World): string[] =>
  watchdogs
    .map(({ type }) => type)
    .filter((type) => !patient.has(type))
    .filter((type) => !Object.values(watchDogs[type]?.items ?? {}).some(({ status }) => status === 1 || status === 2));
