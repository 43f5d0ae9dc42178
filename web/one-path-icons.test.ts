import { expect, test } from 'vitest';
import { withOnePath } from './one-path-icons.ts';

const icon = (nodes: string): string => `const __iconNode = ${nodes};\nconst Icon = make(__iconNode);`;

test('several paths of an icon become one, each from its own origin', () => {
  const two = icon('[["path", { "d": "M4 4h8", "key": "svg-0" }], ["path", { "d": "m2 6v3", "key": "svg-1" }]]');

  expect(withOnePath(two)).toBe(icon('[["path",{"d":"M4 4h8M0 0m2 6v3","key":"svg-0"}]]'));
});

test('an icon of other shapes stays as it is', () => {
  const circle = icon('[["path", { "d": "M4 4h8", "key": "svg-0" }], ["circle", { "r": "2", "key": "svg-1" }]]');

  expect(withOnePath(circle)).toBe(circle);
});
