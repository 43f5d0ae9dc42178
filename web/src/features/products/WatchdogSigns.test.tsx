import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { groupStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { buildGroup, buildItem, buildProduct } from '../../../testing/world-build.ts';
import { WatchdogSigns } from './WatchdogSigns.tsx';

test('in a product the sign of a preview is marked and not counted', () => {
  const alert = buildItem({ productId: '1', status: itemStatus.alert });

  const markup = renderToStaticMarkup(
    <WatchdogSigns
      product={buildProduct({ productId: '1' })}
      watchDogs={{
        lostBuybox: buildGroup([alert]),
        price: buildGroup([alert], { status: groupStatus.preview }),
        searchBan: buildGroup([alert], { status: groupStatus.hidden }),
      }}
      isStale={false}
    />,
  );

  expect(markup.match(/title="[^"]*"/g)).toEqual([
    'title="Lost Buy Box: Alert"',
    'title="Price Change Alert [preview]: Alert"',
  ]);
  expect(markup).toContain('<p class="meta">1 alert</p>');
});
