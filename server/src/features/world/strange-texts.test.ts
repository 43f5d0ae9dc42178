import { expect, test } from 'vitest';
import { catalogFacts } from '../../../testing/database/factories.ts';
import { watchedProduct } from '../../../testing/observing/watched-product.ts';
import { minuteMs } from '@app/shared/base/time.ts';

const watched = watchedProduct();

function look(attributes: Readonly<Record<string, string>>) {
  watched.clock.advance(minuteMs);
  return watched.observe({ aspect: 'catalog', facts: catalogFacts({ attributes }) });
}

const details = () => watched.item('productDetailsRecentChange');

test('a long text is stored truncated, and never cut within a character', async () => {
  await look({ bullet_point: 'Plain' });
  await look({ bullet_point: `${'x'.repeat(147)}😀${'y'.repeat(100)}` });

  expect(await details()).toMatchObject({
    status: 2,
    message: 'Bullet point changed',
    to: expect.stringMatching(/^x+…$/),
  });
});

test('characters that the database cannot store are removed, and the rest is judged', async () => {
  await look({ bullet_point: 'Plain', 'co\0lor': 'Red' });
  await look({ bullet_point: 'Zero\0 and half \ud83d', 'co\0lor': 'Red' });

  expect(await details()).toMatchObject({ status: 2, message: 'Bullet point changed', to: 'Zero and half \ufffd' });
});
