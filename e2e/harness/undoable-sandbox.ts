import { eventTypes } from '../../sandbox/src/world/events/event-types.ts';
import type { Sandbox } from './sandbox.ts';

interface UndoableSandbox {
  sandbox: Sandbox;
  /** Reverses the recorded events, last one first, so that other tests find the products without issues. */
  undo: () => Promise<void>;
}

const undoneBy = new Map(Object.entries(eventTypes).map(([name, { undoes }]) => [undoes, name]));

/** Wraps a sandbox and records its events. */
export function withUndo(sandbox: Sandbox): UndoableSandbox {
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
          // The sandbox refuses the undo event if the test itself has already reversed the event.
          await sandbox.happen(opposite, product).catch(() => undefined);
        }
      }
    },
  };
}
