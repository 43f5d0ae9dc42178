import { expect, test } from 'vitest';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { issueStatus } from '@app/shared/domain/issue-status.ts';
import { openIssuesByProduct } from '@app/shared/world/issues/open-issues.ts';
import { buildGroup, buildItem, buildProduct } from '../../../testing/world-build.ts';
import { problemsFirst } from '../../world/world-index.ts';
import { galleryPlace } from './gallery-place.ts';
import { followList, openGallery } from './steady-gallery.ts';

const [pan, kettle, press] = ['1', '2', '3'].map((productId) => buildProduct({ productId }));
const products = [pan, kettle, press].flatMap((product) => product ?? []);

/** The list with problems on top, while all products have an alert and that of the first is like this. */
const listWhen = (ofPan: Partial<WorldItem>) =>
  problemsFirst(
    [...products],
    openIssuesByProduct({
      lostBuybox: buildGroup(
        [{ productId: '1', ...ofPan }, { productId: '2' }, { productId: '3' }].map((given) =>
          buildItem({ status: 2, ...given }),
        ),
      ),
    }),
  );

test.each([
  ['seen', { issueStatus: issueStatus.seen }],
  ['done', { issueStatus: issueStatus.done }],
  ['muted', { muted: true }],
])('once the issue of a product is %s in its detail, the next product is the one that followed', (_, marked) => {
  const gallery = openGallery(listWhen({}));
  const after = listWhen(marked);
  expect(after.map(({ productId }) => productId)).toEqual(['2', '3', '1']);

  const { products: shown } = followList(gallery, after);

  expect(pan && galleryPlace(pan, shown, shown).next?.productId).toBe('2');
});

test('a gallery of the same list stays as it is, and a product that is added comes last', () => {
  const list = listWhen({});
  const gallery = openGallery(list);
  expect(followList(gallery, list)).toBe(gallery);

  const added = buildProduct({ productId: '4' });
  expect(followList(gallery, [added, ...list]).products.at(-1)).toBe(added);
});
