import type { PointerEvent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useSwipe } from './use-swipe.ts';

type Handlers = ReturnType<typeof useSwipe>;

interface RowProps {
  readonly swipe: Parameters<typeof useSwipe>[0];
  readonly onDrawn: (handlers: Handlers) => void;
}

function Row({ swipe, onDrawn }: RowProps) {
  onDrawn(useSwipe(swipe));
  return null;
}

/** A row that can be swiped, and its place. */
function rowToSwipe() {
  const onRight = vi.fn<() => void>();
  const onLeft = vi.fn<() => void>();
  const drawn: Handlers[] = [];
  renderToStaticMarkup(<Row swipe={{ onRight, onLeft }} onDrawn={(handlers) => void drawn.push(handlers)} />);
  const [handlers] = drawn;
  const style = { translate: '' };
  const element = { style, dataset: {}, setPointerCapture: () => undefined };
  const at = (x: number, { y = 0, isPrimary = true } = {}) =>
    ({
      clientX: x,
      clientY: y,
      isPrimary,
      pointerId: 1,
      currentTarget: element,
    }) as unknown as PointerEvent<HTMLElement>;
  return {
    onRight,
    onLeft,
    style,
    down: (x: number, finger = {}) => handlers?.onPointerDown(at(x, finger)),
    move: (x: number, finger = {}) => handlers?.onPointerMove(at(x, finger)),
    up: (x: number, finger = {}) => handlers?.onPointerUp(at(x, finger)),
  };
}

test.each([
  ['to the right', 96, [1, 0]],
  ['to the left', -96, [0, 1]],
  ['that is too short', 95, [0, 0]],
])('a swipe %s does what it says, and the row returns to its place', (_which, distance, done) => {
  const row = rowToSwipe();
  row.down(200);
  row.move(200 + distance);
  expect(row.style.translate).toBe(`${distance}px`);
  row.up(200 + distance);

  expect([row.onRight, row.onLeft].map(({ mock }) => mock.calls.length)).toEqual(done);
  expect(row.style.translate).toBe('');
});

test('a rather vertical move scrolls and is no swipe', () => {
  const row = rowToSwipe();
  row.down(200);
  row.move(300, { y: 101 });
  row.up(300, { y: 101 });

  expect(row.onRight).not.toHaveBeenCalled();
  expect(row.style.translate).toBe('');
});

test('a second finger ends a swipe: the row returns to its place, and nothing is done', () => {
  const row = rowToSwipe();
  row.down(200);
  row.move(300);
  row.down(250, { isPrimary: false });
  expect(row.style.translate).toBe('');

  row.move(320);
  row.up(320);
  expect(row.style.translate).toBe('');
  expect(row.onRight).not.toHaveBeenCalled();
});
