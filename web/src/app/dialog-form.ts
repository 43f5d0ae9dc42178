import type { ComponentType } from 'react';
import { lazyPart } from '../lib/browser/lazy-part.tsx';
import { loadPart } from '../lib/browser/load-part.ts';
import { createStore } from '../lib/browser/store.ts';

/**
 * Returns the form of a dialog, whose code is loaded when the dialog first opens, or earlier by `load`. `isLost` tells
 * whether the code did not arrive: browsers do not request it again before the page is reloaded.
 */
export function dialogForm<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>> | undefined>,
  name: Name,
) {
  const isLost = createStore(false);
  const part = lazyPart(() =>
    loadPart(async () => {
      // Vite's import resolves to `undefined` when the code is missing.
      const form = await load();
      isLost.set(form === undefined);
      return form?.[name];
    }),
  );
  return { ...part, isLost } as const;
}

export type DialogForm = Pick<ReturnType<typeof dialogForm>, 'isLost'>;
