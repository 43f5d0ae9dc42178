import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { toldProduct } from '../../../../../../testing/mails/told-product.ts';
import { createKeyword } from '../../../../triage/keywords.ts';
import { setIssueStatus } from '../../../../triage/triage.ts';

const { watched, tell } = toldProduct();
const { clock } = watched;

/** Sees the positions of these phrases, in this order. */
async function seeRanks(phrases: readonly string[], position: number): Promise<void> {
  clock.advance(hourMs);
  const seen = { productId: watched.productId, aspect: 'searchRank', observedAt: clock.now() } as const;
  await watched.judging().ingest(
    watched.tenant.tenantId,
    phrases.map((keyword) => ({ ...seen, sku: keyword, facts: { keyword, position, seen: 150 } })),
  );
}

test('a mail that names keywords of one product names their phrases', async () => {
  const ctx = { db: watched.db, clock };
  const { owner } = watched.tenant;
  const phrases = ['cast iron pan', 'steel pan'];
  const ids: string[] = [];
  for (const keyword of phrases) {
    const wanted = { productId: watched.productId, keyword, absoluteThreshold: 10 };
    ids.push((await createKeyword(ctx, owner, wanted)).watchDogId);
  }
  await seeRanks(phrases, 4);
  await seeRanks(phrases, 40);
  for (const watchDogId of ids) await setIssueStatus(ctx, owner, { watchDogId, status: 3 });

  const [mail] = await tell();

  for (const phrase of phrases) expect(mail?.text).toContain(`, “${phrase}” (US)`);
});
