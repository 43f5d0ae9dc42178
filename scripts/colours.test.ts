import { expect, test } from 'vitest';
import { colourVariables } from './colours.ts';

const none = { NO_COLOR: '1', FORCE_COLOR: undefined };

test('a terminal is left to the tools, and anything else gets no colours', () => {
  expect(colourVariables({}, true)).toEqual({});
  expect(colourVariables({}, false)).toEqual(none);
});

test('FORCE_COLOR colours a pipe, unless it is 0 or false', () => {
  expect(colourVariables({ FORCE_COLOR: '1' }, false)).toEqual({ FORCE_COLOR: '1', NO_COLOR: undefined });
  expect(colourVariables({ FORCE_COLOR: '0' }, true)).toEqual(none);
  expect(colourVariables({ FORCE_COLOR: 'false' }, true)).toEqual(none);
  expect(colourVariables({ FORCE_COLOR: '' }, false)).toEqual(none);
});

test('NO_COLOR wins over FORCE_COLOR, and counts as not set when it is empty', () => {
  expect(colourVariables({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toEqual(none);
  expect(colourVariables({ NO_COLOR: '', FORCE_COLOR: '1' }, false)).toEqual({ FORCE_COLOR: '1', NO_COLOR: undefined });
});
