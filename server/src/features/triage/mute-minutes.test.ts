import { expect, test } from 'vitest';
import { bulkMute, muteItem } from '@app/shared/contract/triage.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { testApi } from '../../../testing/http/api.ts';
import { buildProductOf } from '../../../testing/observing/products.ts';

const api = testApi();

test.each([0, -1, -5])('a mute of %i minutes, which is fewer than 1, unmutes', async (minutes) => {
  const owner = await api.owner();
  const { productId } = await buildProductOf(api.worker, owner);
  const [one, other] = [`price-${productId}`, `prime-${productId}`];
  const mutes = async () => {
    const { watchDogs } = await owner.call(stateOfTheWorld, { query: {} });
    return ['price', 'prime'].map((type) => watchDogs[type]?.items[productId]?.muted ?? false);
  };
  await owner.call(bulkMute, { body: { watchDogIds: [one, other], minutes: 60 } });
  expect(await mutes()).toEqual([true, true]);

  await owner.call(muteItem, { params: { id: one }, body: { minutes } });
  await owner.call(bulkMute, { body: { watchDogIds: [other], minutes } });

  expect(await mutes()).toEqual([false, false]);
});
