import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { runPureHistories, type HistoriesOutcome } from './run-pure.ts';

/** The number of histories that a thread runs before it reports. */
const blockSize = 10_000;
const threadName = 'billing histories';

interface Block {
  readonly first: number;
  readonly count: number;
  readonly seed: string;
}

/** Runs pure histories in one thread per processor. The histories are the same for any number of threads. */
export async function runInThreads(
  histories: number,
  seed: string,
  print: (line: string) => void,
): Promise<HistoriesOutcome> {
  const blocks = Array.from({ length: Math.ceil(histories / blockSize) }, (_, no) => {
    const first = no * blockSize;
    return { first, count: Math.min(blockSize, histories - first), seed };
  });
  let total = noHistories;
  const take = async () => {
    const thread = new Worker(new URL(import.meta.url), { workerData: threadName });
    for (let block = blocks.shift(); block; block = blocks.shift()) {
      thread.postMessage(block, []);
      const [outcome]: unknown[] = await once(thread, 'message');
      total = addOutcome(total, outcome as HistoriesOutcome);
      print(`${total.histories} histories, ${total.centsOff} cents off, ${total.differences.length} differ`);
    }
    await thread.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(blocks.length, availableParallelism()) }, take));
  return total;
}

export const noHistories: HistoriesOutcome = { histories: 0, days: 0, invoices: 0, centsOff: 0, differences: [] };

export const addOutcome = (total: HistoriesOutcome, more: HistoriesOutcome): HistoriesOutcome => ({
  histories: total.histories + more.histories,
  days: total.days + more.days,
  invoices: total.invoices + more.invoices,
  centsOff: total.centsOff + more.centsOff,
  differences: [...total.differences, ...more.differences],
});

if (!isMainThread && workerData === threadName) {
  parentPort?.on('message', ({ first, count, seed }: Block) =>
    parentPort?.postMessage(runPureHistories(count, seed, first), []),
  );
}
