import { expect, test } from 'vitest';
import { colourVariables } from './colours.ts';

const none = { NO_COLOR: '1', FORCE_COLOR: undefined };

test('on a terminal the tools decide about colours, and any other output gets none', () => {
  expect(colourVariables({}, true)).toEqual({});
  expect(colourVariables({}, false)).toEqual(none);
});

test('FORCE_COLOR colours piped output, unless it is 0 or false', () => {
  expect(colourVariables({ FORCE_COLOR: '1' }, false)).toEqual({ FORCE_COLOR: '1', NO_COLOR: undefined });
  expect(colourVariables({ FORCE_COLOR: '0' }, true)).toEqual(none);
  expect(colourVariables({ FORCE_COLOR: 'false' }, true)).toEqual(none);
  expect(colourVariables({ FORCE_COLOR: '' }, false)).toEqual(none);
});

test('NO_COLOR takes precedence over FORCE_COLOR, and an empty value counts as not set', () => {
  expect(colourVariables({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toEqual(none);
  expect(colourVariables({ NO_COLOR: '', FORCE_COLOR: '1' }, false)).toEqual({ FORCE_COLOR: '1', NO_COLOR: undefined });
});
