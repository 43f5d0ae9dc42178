import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../scripts/root.ts';

/** A change of the source of the product, to find out whether a check notices it. */
export interface Edit {
  readonly file: string;
  /** The text to replace, which occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** Applies the edits to the modules when they are loaded. Returns the counts of their applications, which grow. */
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
