import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { Engine } from 'json-rules-engine';
import * as z from 'zod/mini';
import { batchSize, benchProduct, catalogBody, offersBody, type ProductState } from './answers.ts';

/**
 * Worker thread of `bench:evaluate` that generates the answers and runs the peers. It has its own heap, so that garbage
 * collection of either side does not affect the measurement of the other.
 */

/** Answer bodies per batch, as bytes of JSON. */
export type Bodies = readonly (readonly [catalog: ArrayBuffer, offers: ArrayBuffer])[];

export interface PeerTick {
  /** Indexes of the products that changed since the previous tick. */
  readonly changed: readonly number[];
  readonly bodies: Bodies;
  /** CPU seconds needed to parse the same texts, as the lower limit of any evaluation. */
  readonly parseSeconds: number;
  /** Evaluations of json-rules-engine per CPU second. */
  readonly peerRate: number;
}

const order = z.object({ productCount: z.int(), tick: z.int() });

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const states: ProductState[] = [];
const engine = new Engine();
const conditions = [
  { fact: 'hijackers', operator: 'greaterThan', value: 0 },
  { fact: 'ownCents', operator: 'lessThan', value: 3490 },
  { fact: 'hasImage', operator: 'equal', value: false },
  { fact: 'ownCents', operator: 'greaterThan', value: 3600 },
  { fact: 'hijackers', operator: 'greaterThan', value: 3 },
];
for (const condition of conditions) engine.addRule({ conditions: { all: [condition] }, event: { type: 'alert' } });

parentPort?.on('message', (message) => void answer(message));

async function answer(message: unknown): Promise<void> {
  const { productCount, tick } = order.parse(message);
  while (states.length < productCount) states.push({ ownCents: 3490, hasImage: true, hijackers: 0 });
  const changed = tick === 0 ? [] : change(tick);
  const texts = textsOf(tick);
  const parseSeconds = await cpuOf(() => texts.flat().forEach((text) => void JSON.parse(text)));
  // The engine gets one rule per condition and facts in memory; it stores nothing.
  const engineSeconds = await cpuOf(async () => {
    for (const state of states) await engine.run({ ...state });
  });
  const peerRate = (states.length * conditions.length) / engineSeconds;
  const bodies = texts.map(([catalog, offers]) => [bytesOf(catalog), bytesOf(offers)] as const);
  parentPort?.postMessage({ changed, bodies, parseSeconds, peerRate } satisfies PeerTick, bodies.flat());
}

/** Changes one product in a hundred: adds a seller, or toggles the main picture. Each change is one flip. */
function change(tick: number): readonly number[] {
  const changed: number[] = [];
  for (let index = tick % 100; index < states.length; index += 100) {
    const state = states[index];
    if (!state) continue;
    const isOdd = (index / 100) % 2 < 1;
    states[index] = isOdd ? { ...state, hijackers: state.hijackers + 1 } : { ...state, hasImage: !state.hasImage };
    changed.push(index);
  }
  return changed;
}

function textsOf(tick: number): [string, string][] {
  const texts: [string, string][] = [];
  for (let start = 0; start < states.length; start += batchSize) {
    const products = Array.from({ length: Math.min(batchSize, states.length - start) }, (_, n) =>
      benchProduct(start + n),
    );
    texts.push([catalogBody(products, states, tick), offersBody(products, states, tick)]);
  }
  return texts;
}

/** Copies the bytes, because small Buffers share a pool that cannot be transferred to another thread. */
const bytesOf = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text)).buffer;

async function cpuOf(work: () => unknown): Promise<number> {
  collectGarbage();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
