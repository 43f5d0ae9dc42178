import { expect, test } from 'vitest';
import { benchUi } from './ui.ts';

test('what people do is timed with many products and with few', { timeout: 120_000 }, async () => {
  const lines: string[] = [];

  await benchUi({ products: 150, rounds: 1, say: (line) => lines.push(line) });

  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringContaining('150 products'),
      expect.stringMatching(/^peer, bare React and virtual list: ready after \d+ ms/),
      expect.stringMatching(/^first JavaScript on \/login \d+ kB gzip/),
      expect.stringMatching(/^open a product +\d+ ms/),
      expect.stringMatching(/^most nodes \d+/),
      expect.stringMatching(/^ui: worst interaction \d+ ms/),
    ]),
  );
});
