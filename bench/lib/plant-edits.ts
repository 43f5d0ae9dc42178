import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../scripts/root.ts';

/** An edit of the product's source that plants a mistake, to find out whether a check notices the mistake. */
export interface Edit {
  readonly file: string;
  /** The text to replace, which occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

/**
 * Applies the edits to the modules when they are loaded. Returns how often each edit was applied; the counts change
 * when a module is loaded.
 */
export function plantEdits(edits: readonly Edit[]): readonly number[] {
  const counts = edits.map(() => 0);
  const urls = edits.map(({ file }) => pathToFileURL(inRoot(file)).href);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!urls.includes(url) || loaded.source === undefined || loaded.source === null) return loaded;
      let source =
        typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
      edits.forEach(({ find, replace }, no) => {
        if (urls[no] !== url) return;
        counts[no] = source.split(find).length - 1;
        source = source.replace(find, () => replace);
      });
      return { ...loaded, source };
    },
  });
  return counts;
}
