import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buttonState } from './button-state.ts';

test('a button that is disabled while it has the focus keeps it, and is announced as disabled', () => {
  const state = buttonState({ disabled: true, busy: false, hasFocus: true });

  expect(state).toMatchObject({ disabled: false, 'aria-disabled': true, 'data-off': true });
});

test('a disabled button without the focus cannot get it', () => {
  const state = buttonState({ disabled: true, busy: false, hasFocus: false });

  expect(state).toMatchObject({ disabled: true, 'aria-disabled': undefined, 'data-off': true });
});

test('a busy button keeps the focus and does not look disabled', () => {
  const state = buttonState({ disabled: false, busy: true, hasFocus: false });

  expect(state).toEqual({ disabled: false, 'aria-disabled': true, 'aria-busy': true, 'data-off': undefined });
});

test('every button that can be disabled keeps its focus', () => {
  const folder = new URL('../../', import.meta.url).pathname;
  const files = globSync('**/*.tsx', { cwd: folder }).filter((path) => path !== 'ui/fields/PlainButton.tsx');
  const buttons = files.flatMap((path) =>
    readFileSync(`${folder}${path}`, 'utf8')
      .split('<button\n')
      .slice(1)
      .map((after) => ({ path, attributes: after.slice(0, after.search(/^\s*\/?>$/m)) })),
  );

  expect(buttons.length).toBeGreaterThan(10);
  expect(
    buttons.filter(({ attributes }) => /^\s*(?:disabled\b|\{\.\.\.)/m.test(attributes)).map(({ path }) => path),
  ).toEqual([]);
});
