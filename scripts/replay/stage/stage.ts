import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productSession } from '../../sessions/product-session.ts';
import type { ProductSession } from '../../sessions/product-session.ts';
import { startStandIn } from '../../processes/stand-in.ts';
import type { StandIn } from '../../processes/stand-in.ts';
import { withTemporaryDatabase } from '../../postgres/temporary-database.ts';
import { waitUntil } from '../../processes/wait-until.ts';
import type { Seller } from '../casting/cast.ts';
import { answersTo } from '../answers/discovery-answers.ts';
import type { Discovery, PickedAnswer } from '../answers/discovery-answers.ts';
import { holdSweeps, openHeldDatabase } from './held-database.ts';
import type { HeldDatabase, Sweep } from './held-database.ts';
import { writeGeneratedBodies } from '../answers/generated-bodies.ts';
import type { GeneratedBodies } from '../answers/generated-bodies.ts';
import { owner, SPEEDUP, startProduct } from './product-process.ts';
import { pickingAt } from '../answers/picking.ts';
import { readProductLog } from './product-log.ts';
import type { ProductLog } from './product-log.ts';

const LONGEST_MS = 60_000;
export interface Stage {
  database: HeldDatabase;
  log: ProductLog;
  /** Returns the names of the bodies that were offered and never requested since the last call. */
  takeIgnored: () => Promise<ReadonlySet<string>>;
  /** The owner's session at the product's API. */
  session: ProductSession;
  pick: (...picks: readonly PickedAnswer[]) => Promise<void>;
  notify: (name: string) => Promise<void>;
  /** Authorises as the seller and waits until the product has discovered its listings. */
  connect: (seller: Seller, discovery?: Discovery) => Promise<void>;
  discover: (seller: Seller, discovery?: Discovery) => Promise<void>;
  /** Releases one sweep and waits until it has ended, with success or an error. */
  sweep: (sweep: Sweep) => Promise<void>;
}

/**
 * Starts the product with a sandbox that answers with the bodies of the folders, connected by environment variables
 * only.
 */
export async function withStage<Result>(
  folders: readonly string[],
  made: GeneratedBodies,
  use: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-replay-'));
  writeGeneratedBodies(folder, made);
  const standIn = await startStandIn({ speedup: SPEEDUP, replayFolders: [...folders, folder] });
  try {
    return await withTemporaryDatabase(async (embedded) => {
      await holdSweeps(embedded);
      const logFile = join(folder, 'product.log');
      const product = await startProduct(embedded, standIn, logFile);
      const database = await openHeldDatabase(embedded);
      try {
        const session = productSession(product.url);
        await session.signUp(owner);
        // No mail server runs here, and without a confirmed address no seller account is connected.
        await database.client.query('update email_addresses set verified_at = now()');
        return await use(stageOf({ database, standIn, session, log: readProductLog(logFile) }));
      } finally {
        await database.client.end();
        await product.stop();
      }
    });
  } finally {
    await standIn.stop();
    rmSync(folder, { recursive: true });
  }
}

const messageWasTaken = new Set([
  'a notification was taken',
  'a notification was refused',
  'a notification could not be taken and comes again',
]);

interface Parts {
  database: HeldDatabase;
  standIn: StandIn;
  session: ProductSession;
  log: ProductLog;
}

function stageOf({ database, standIn, session, log }: Parts): Stage {
  const { pick, forget, takeIgnored } = pickingAt(standIn);
  const begin = async (): Promise<void> => {
    await forget();
    await database.refillQuota();
  };
  const finishedAtOf = async (sweep: Sweep): Promise<number> => (await database.stateOf(sweep))?.finishedAt ?? 0;
  const untilDiscovered = async (seller: Seller, start: () => Promise<void>): Promise<void> => {
    const discovery = { sellingPartnerId: seller.sellingPartnerId, marketplace: '', source: 'discovery' };
    const before = await finishedAtOf(discovery);
    await start();
    const what = `discovery of ${seller.sellingPartnerId}`;
    await waitUntil(what, LONGEST_MS, async () => (await finishedAtOf(discovery)) > before);
  };
  return {
    database,
    log,
    session,
    takeIgnored,
    async pick(...picks) {
      await begin();
      await pick(...picks);
    },
    async notify(name) {
      await begin();
      await standIn.control('POST', '/sandbox/replay/notify', { name });
      await waitUntil(`the product takes ${name}`, LONGEST_MS, async () => log.has(messageWasTaken));
      await waitUntil('what it named is asked for', LONGEST_MS, async () => (await database.waitingRereads()) === 0);
      await database.dropRepeatedRereads();
    },
    connect: (seller, discovery = {}) =>
      untilDiscovered(seller, async () => {
        await begin();
        await pick(...answersTo(seller, discovery));
        await session.connectSeller(seller);
      }),
    discover: (seller, discovery = {}) =>
      untilDiscovered(seller, async () => {
        await begin();
        await pick(...answersTo(seller, discovery));
        await database.forgetSales(seller.sellingPartnerId);
        await database.release({ sellingPartnerId: seller.sellingPartnerId, marketplace: '', source: 'discovery' });
      }),
    async sweep(sweep) {
      await database.release(sweep);
      const what = `${sweep.source} of ${sweep.sellingPartnerId} in ${sweep.marketplace}`;
      await waitUntil(what, LONGEST_MS, async () => (await database.stateOf(sweep))?.isHeld === true);
    },
  };
}
