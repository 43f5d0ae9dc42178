import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DecisionButtons, type Decision } from './DecisionButtons.tsx';

const shownFor = (busy: Decision | null): readonly string[] =>
  renderToStaticMarkup(<DecisionButtons busy={busy} onDecide={() => undefined} />).match(/<button[^]*?<\/button>/g) ??
  [];

test('while one decision about a program is being sent, the other one cannot be made', () => {
  const disabled = expect.stringContaining(' disabled=""');
  const able = expect.not.stringContaining(' disabled=""');

  expect(shownFor(null)).toEqual([able, able]);
  expect(shownFor('allow')).toEqual([able, disabled]);
  expect(shownFor('deny')).toEqual([disabled, able]);
});
