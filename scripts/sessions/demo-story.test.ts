import { expect, test } from 'vitest';
import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import salesDrop from '@app/shared/watchdogs/kinds/sales-drop.ts';
import { judgeLook } from '@app/shared/testing/verdict-table.ts';
import { createManualClock } from '../../sandbox/src/world/clock.ts';
import { statusOf } from '../../sandbox/src/world/life/order.ts';
import { productOfStory, playStory } from '../../sandbox/src/world/life/story.ts';
import { createWorld } from '../../sandbox/src/world/world.ts';

const midnight = Date.parse('2026-11-16T00:00:00Z');
/** Eight instants on consecutive days, each at another hour of the day. */
const instants = Array.from({ length: 8 }, (_, index) => new Date(midnight + index * 27 * 3_600_000));

test.for(instants)('at %s both sales drops of the demo are alerts, wherever the day ends', (at) => {
  const world = createWorld({ seed: 'watchpost', clock: createManualClock(at), publicUrl: 'http://sandbox.test' });
  playStory(world, 1);

  for (const incident of ['undercut', 'weak'] as const) {
    const { asin, marketplace, sellerId } = productOfStory(world, incident);
    const sold = new Map<string, number>();
    for (const order of world.ordersOf(sellerId)) {
      if (order.asin !== asin || order.marketplace !== marketplace || statusOf(order, at) === 'CANCELLED') continue;
      const day = dayAt(marketplace, order.createdAt);
      sold.set(day, (sold.get(day) ?? 0) + order.quantity);
    }
    const through = addDays(dayAt(marketplace, at), -1);
    const units = Array.from({ length: 118 }, (_, index) => sold.get(addDays(through, index - 117)) ?? 0);
    const sales = { through, units, outOfStock: units.map(() => false) };

    expect({ incident, ...judgeLook(salesDrop, { at, now: { sales } }) }).toMatchObject({
      incident,
      verdict: 'alert',
    });
  }
});
