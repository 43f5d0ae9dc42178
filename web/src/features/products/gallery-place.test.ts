import { expect, test } from 'vitest';
import { buildProduct } from '../../../testing/world-build.ts';
import { galleryPlace } from './gallery-place.ts';

const pan = buildProduct({ productId: '1' });
const kettle = buildProduct({ productId: '2' });
const press = buildProduct({ productId: '3' });
const gallery = [pan, kettle, press];

test('the neighbours of a product are those of the list, its position that among the products with issues', () => {
  expect(galleryPlace(kettle, gallery, gallery)).toEqual({ at: 1, count: 3, previous: pan, next: press });
  expect(galleryPlace(press, gallery, [press])).toEqual({ at: 0, count: 1, previous: kettle, next: undefined });
});

test('no key leads from a product that the filter hides to the first one of the list', () => {
  const hidden = buildProduct({ productId: '4' });

  expect(galleryPlace(hidden, gallery, gallery)).toEqual({ at: -1, count: 3, previous: undefined, next: undefined });
});
