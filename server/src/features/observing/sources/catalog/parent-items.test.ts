import { expect, test } from 'vitest';
import { askingSources, target } from '../../../../../testing/observing/asking.ts';
import { parentItems } from './parent-items.ts';

const { answer, ask, calls } = askingSources();

test('variations of one parent share its answer, which is asked for once', async () => {
  const asin = 'B0PARENT00';
  answer({ body: { items: [{ asin, attributes: { color: [{ value: 'black' }] } }] } });

  const seen = await ask(parentItems, [target(1, { asin }), target(2, { asin }), target(3, { asin: 'B0SILENT00' })]);

  const facts = { asin, title: null, attributes: { color: 'black' } };
  expect(seen).toMatchObject({
    observations: [
      { productId: '1', aspect: 'parent', sku: '', facts },
      { productId: '2', facts },
    ],
    refusals: [{ subject: 'B0SILENT00', reason: 'is not in the answer' }],
  });
  expect(calls.map(({ url }) => /identifiers=([^&]*)/.exec(url)?.[1])).toEqual(['B0PARENT00,B0SILENT00']);
});
