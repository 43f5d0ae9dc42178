import { beforeEach, expect, test } from 'vitest';
import { salesDropChart } from '@app/shared/contract/world.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { buildProductOf, type BuiltProduct } from '../../../../testing/observing/products.ts';
import { createJudging } from '../../judging/ingest.ts';
import { chartedDays } from './charted-days.ts';
import { drawSales } from './draw-sales.ts';
import { dayMs } from '@app/shared/base/time.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;

beforeEach(async () => {
  owner = await api.owner();
  product = await buildProductOf(api.worker, owner, { name: 'Kettle <b>"1 l"</b>' });
});

const picture = () => owner.send(salesDropChart, { params: { watchDogId: `salesDrop-${product.productId}` } });

/** Returns sales of 40 units on each of 60 days, followed by the given days. */
function salesOf(...last: readonly number[]) {
  const units = [...Array.from({ length: 60 }, () => 40), ...last];
  const through = new Date(api.clock.now().getTime() - dayMs).toISOString().slice(0, 10);
  return { through, units, outOfStock: units.map(() => false) };
}

async function observe(units: readonly number[]): Promise<void> {
  const judging = createJudging({ db: api.worker, clock: api.clock });
  for (const facts of [salesOf(40), salesOf(...units)]) {
    api.clock.advance(60_000);
    const seen = { productId: product.productId, aspect: 'sales', sku: '', observedAt: api.clock.now() } as const;
    await judging.ingest(owner.tenantId, [{ ...seen, facts }]);
  }
}

test('the picture of a drop shows the sales, the expectation and the start of the drop', async () => {
  await observe([8, 9, 7]);

  const { statusCode, headers, body } = await picture();

  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(body.match(/class="low"/g)).toHaveLength(3);
  expect(body).toContain('class="drop"');
  expect(body).toMatch(/class="expected"\s+d="M/);
  expect(body).toContain('They dropped on');
});

test('sales without a drop are drawn without one', async () => {
  await observe([41, 38]);

  expect((await picture()).body).not.toContain('class="drop"');
});

test('the picture states that the sales of a product are not known yet', async () => {
  expect((await picture()).body).toContain('Sales data not avail. yet');
});

test('a product name from the marketplace is escaped in the picture', async () => {
  const { body } = await picture();

  expect(body).toContain('Kettle &lt;b&gt;&quot;1 l&quot;&lt;/b&gt;');
  expect(body).not.toContain('<b>');
});

test('only the sales watchdog has this picture', async () => {
  for (const watchDogId of [`price-${product.productId}`, `salesDrop-${product.productId}-1`, 'nonsense']) {
    expect((await owner.send(salesDropChart, { params: { watchDogId } })).statusCode).toBe(404);
  }
});

test('the expectation for the days of a drop comes from the days before it', () => {
  const days = chartedDays(
    { through: '2026-06-30', units: [...Array.from({ length: 40 }, () => 40), 4, 4, 4, 4, 4, 4, 4], outOfStock: [] },
    { marketplace: 'US', droppedOn: '2026-06-24' },
  );

  expect(days.at(-1)?.expected).toBeCloseTo(40, 0);
  expect(days[0]?.expected).toBeNull();
});

test('days out of stock are distinguished from days without sales', () => {
  const day = { day: '2026-06-01', units: 0, expected: null };
  const drawn = drawSales({
    title: 'Kettle',
    days: [
      { ...day, isOutOfStock: true },
      { ...day, isOutOfStock: false },
    ],
    droppedOn: null,
  });

  expect(drawn.match(/class="empty"/g)).toHaveLength(1);
  expect(drawn).toContain('2026-06-01: 0, out of stock');
});
