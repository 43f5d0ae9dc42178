import { expect, test } from 'vitest';
import { normalPath } from './normal-path.ts';

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/home', '/home'],
  ['/home/', '/home'],
  ['/home//', '/home'],
  ['//home', '/home'],
  ['/Home', '/home'],
  ['/SUBSCRIPTION-and-billing/', '/subscription-and-billing'],
])('the path %s is read as %s', (path, normal) => {
  expect(normalPath(path)).toBe(normal);
});
