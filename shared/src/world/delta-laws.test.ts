import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Product, WorldAnswer, WorldItem } from '../contract/world.ts';
import { applyDelta } from './world-change.ts';
import { delta, group, item, product, world } from '../../testing/world-builders.ts';

const types = ['price', 'imageMissing'] as const;
const productId = fc.constantFrom('1', '2', '3', '4', '5');
const change = fc.oneof(
  fc.record({ what: fc.constant('product' as const), productId, name: fc.constantFrom('Skillet', 'Kettle') }),
  fc.record({ what: fc.constant('removal' as const), productId }),
  fc.record({
    what: fc.constant('item' as const),
    productId,
    type: fc.constantFrom(...types),
    status: fc.constantFrom(0, 1, 2, 99),
    issueStatus: fc.constantFrom(0, 1, 2, 3),
    muted: fc.boolean(),
    message: fc.constantFrom(null, 'The price fell'),
  }),
  fc.record({ what: fc.constant('settings' as const), type: fc.constantFrom(...types), level: fc.nat(2) }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

const isSilent = ({ status, issueStatus, muted, statusDetails }: WorldItem): boolean =>
  status === 0 && issueStatus === 0 && !muted && statusDetails.message === null;

/**
 * A minimal server that stores everything with the version of its last change, and answers in full or with the changes
 * since a version. A product that was removed and added again is in both lists of the answer; otherwise its old items
 * would stay.
 */
class PlainServer {
  #version = 0;
  readonly #products = new Map<string, { product: Product; version: number }>();
  readonly #removed = new Map<string, number>();
  readonly #items = new Map<string, { type: string; item: WorldItem; version: number }>();
  readonly #levels = new Map<string, { level: number; version: number }>(
    types.map((type) => [type, { level: 0, version: 0 }]),
  );

  change(given: Change): void {
    const version = ++this.#version;
    if (given.what === 'product') {
      this.#products.set(given.productId, { product: product(given.productId, { shortName: given.name }), version });
    } else if (given.what === 'removal' && this.#products.delete(given.productId)) {
      this.#removed.set(given.productId, version);
      for (const type of types) this.#items.delete(`${type}-${given.productId}`);
    } else if (given.what === 'item' && this.#products.has(given.productId)) {
      const id = `${given.type}-${given.productId}`;
      const { type, status, issueStatus, muted, message } = given;
      const statusDetails = { message, from: null, to: null, evidence: [] };
      this.#items.set(id, { type, item: item(id, { status, issueStatus, muted, statusDetails }), version });
    } else if (given.what === 'settings') {
      this.#levels.set(given.type, { level: given.level, version });
    }
  }

  full(): WorldAnswer {
    return world({ ...this.#since(-1, (one) => !isSilent(one)), removedProductIds: [], state: String(this.#version) });
  }

  since(state: string): WorldAnswer {
    return delta({ ...this.#since(Number(state), () => true), state: String(this.#version) });
  }

  #since(version: number, isSent: (one: WorldItem) => boolean) {
    const isNew = (row: { version: number }) => row.version > version;
    const rows = [...this.#items.values()].filter((row) => isNew(row) && isSent(row.item));
    const watchDogs = [...this.#levels].flatMap(([type, row]) => {
      const items = rows.filter((one) => one.type === type).map((one) => one.item);
      return isNew(row) || items.length > 0 ? [[type, group(items, { settings: { level: row.level } })] as const] : [];
    });
    return {
      products: [...this.#products.values()].filter(isNew).map((row) => row.product),
      removedProductIds: [...this.#removed].filter(([, removedAt]) => removedAt > version).map(([id]) => id),
      watchDogs: Object.fromEntries(watchDogs),
    };
  }
}

const inOneOrder = (answer: WorldAnswer): WorldAnswer => ({
  ...answer,
  products: answer.products.toSorted((a, b) => a.productId.localeCompare(b.productId)),
});

test('deltas applied one after the other give the same world as the full answer', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 }), (batches) => {
      const server = new PlainServer();
      let known = server.full();
      for (const batch of batches) {
        for (const one of batch) server.change(one);
        known = applyDelta(known, server.since(known.state));

        expect(inOneOrder(known)).toEqual(inOneOrder(server.full()));
      }
    }),
    { numRuns: 300 },
  );
});
