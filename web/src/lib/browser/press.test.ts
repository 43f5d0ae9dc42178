import { beforeAll, expect, test, vi } from 'vitest';
import { afterPress, followPresses } from './press.ts';

const page = new EventTarget();
const happen = (type: string, detail: object = {}) => page.dispatchEvent(Object.assign(new Event(type), detail));
const nextTask = () => new Promise<void>((resolve) => void setTimeout(resolve));

beforeAll(() => {
  vi.stubGlobal('window', page);
  followPresses();
});

/** Notes the names in the order in which they act. */
const noted = () => {
  const names: string[] = [];
  return { names, act: (name: string) => () => void names.push(name) };
};

test('without a press everything acts at once', () => {
  const { names, act } = noted();
  afterPress(act('at once'));

  expect(names).toEqual(['at once']);
});

test.each(['pointerup', 'pointercancel', 'contextmenu', 'blur'])(
  'what comes during a press acts after the click, in its order, if %s ends the press',
  async (end) => {
    const { names, act } = noted();
    happen('pointerdown');
    afterPress(act('first'));
    const takeBack = afterPress(act('taken back'));
    await nextTask();
    expect(names).toEqual([]);

    takeBack();
    happen(end);
    afterPress(act('after the release'));
    expect(names).toEqual([]);

    await nextTask();
    expect(names).toEqual(['first', 'after the release']);
  },
);

test('what waits goes on waiting when the next press follows at once', async () => {
  const { names, act } = noted();
  happen('pointerdown');
  afterPress(act('waiting'));
  happen('pointerup');
  happen('pointerdown');
  await nextTask();
  expect(names).toEqual([]);

  happen('pointerup');
  await nextTask();
  expect(names).toEqual(['waiting']);
});

test('the press of a scrollbar, which has no release, ends with the next move of the pointer', async () => {
  const { names, act } = noted();
  happen('pointerdown');
  afterPress(act('waiting'));
  happen('pointermove', { buttons: 1 });
  await nextTask();
  expect(names).toEqual([]);

  happen('pointermove', { buttons: 0 });
  await nextTask();
  expect(names).toEqual(['waiting']);
});
