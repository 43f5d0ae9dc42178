import { defineConfig, mergeConfig, type Plugin } from 'vitest/config';
import { inRoot } from '../../../scripts/root.ts';
import usual from '../../../vitest.config.ts';
import type { Edit } from '../plant-edits.ts';

const sourceReader = inRoot('scripts/architecture/sources.ts');

/** Applies the edits to the product's sources, both when modules are loaded and when a test reads them as text. */
function plant(edits: readonly Edit[]): Plugin {
  const edited = new Set([sourceReader, ...edits.map(({ file }) => inRoot(file))]);
  return {
    name: 'plant-a-violation',
    enforce: 'pre',
    // Edited modules are not cached, because a cached module could contain another violation.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (edited.has(pathOf(id)) ? false : null)),
    transform(code, id) {
      const path = pathOf(id);
      if (path === sourceReader) return code.replace(readText, () => `${JSON.stringify(edits)}${applyEdits}`);
      return edits
        .filter(({ file }) => inRoot(file) === path)
        .reduce((text, { find, replace }) => text.replace(find, () => replace), code);
    },
  };
}

const pathOf = (id: string): string => id.split('?', 1).join('');
const readText = "readFileSync(join(root, path), 'utf8')";
const applyEdits = `.filter(({ file }) => file === path)
  .reduce((text, { find, replace }) => text.replace(find, () => replace), ${readText})`;

/** The configuration of all tests, plus the violation that the process receives in PLANTED. */
export default mergeConfig(
  usual,
  defineConfig({ root: inRoot(), plugins: [plant(JSON.parse(process.env['PLANTED'] ?? '[]') as Edit[])] }),
);
