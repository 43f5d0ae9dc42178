import { eventTypes } from '../sandbox/src/world/events/event-types.ts';
import type { Sandbox } from './sandbox.ts';

interface Undoing {
  sandbox: Sandbox;
  /** Takes back what was made to happen, the last first, so that another test finds the products well. */
  undo: () => Promise<void>;
}

const undoneBy = new Map(Object.entries(eventTypes).map(([name, { undoes }]) => [undoes, name]));

/** A sandbox that remembers what was made to happen. */
export function undoing(sandbox: Sandbox): Undoing {
  const happened: { type: string; asin: string; marketplace: string }[] = [];
  return {
    sandbox: {
      ...sandbox,
      async happen(type, product, more) {
        await sandbox.happen(type, product, more);
        happened.push({ type, asin: product.asin, marketplace: product.marketplace });
      },
    },
    async undo() {
      for (const { type, ...product } of happened.toReversed()) {
        const opposite = undoneBy.get(type);
        if (opposite !== undefined) {
          // Refused where the test has taken it back itself.
          await sandbox.happen(opposite, product).catch(() => undefined);
        }
      }
    },
  };
}
