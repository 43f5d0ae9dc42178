import { expect, test } from 'vitest';
import { dashboard, productSettings } from './lib/ui/interactions.ts';
import { benchUi } from './ui.ts';

/**
 * The test starts a product and loads a dozen pages, which takes minutes on a slow machine that also runs other tests.
 */
const timeout = 600_000;

test('interactions are timed with many products and with few', { timeout }, async () => {
  const lines: string[] = [];

  const pages = [dashboard, productSettings].map((page) => ({ ...page, interactions: page.interactions.slice(0, 2) }));
  await benchUi({ products: 150, rounds: 1, costRounds: 1, throttle: 1, pages, say: (line) => lines.push(line) });

  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringContaining('150 products'),
      expect.stringMatching(/^peer, bare React and virtual list: ready after \d+ ms/),
      expect.stringMatching(/^first JavaScript on \/login \d+ kB gzip/),
      expect.stringMatching(/^open a product +\d+ ms/),
      expect.stringMatching(/^ui: ready after \d+ ms, .*; in ms: .*, unpack \d+, weigh \d+, /),
      expect.stringMatching(/^ui with a cached world: ready after \d+ ms, .*; CPU \d+ ms, [\d.]+ ×; in ms: /),
      expect.stringMatching(/^ui: most nodes \d+/),
      expect.stringMatching(/^ui: worst interaction \d+ ms/),
      expect.stringMatching(/^product settings: worst interaction \d+ ms/),
    ]),
  );
});
