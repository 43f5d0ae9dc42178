import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RecorderLanes } from './RecorderLanes.tsx';
import { recordingOf } from './recording.ts';

const days = Array.from({ length: 10 }, (_, index) => `2026-11-${String(11 + index)}`);

/** Draws ten days with the given ranks, the last day being half over. */
function drawn(ranks: readonly (number | null)[]): string {
  const none = { price: [], buyBox: [], lowestFba: [], lowestFbm: [], stock: [], rating: [] };
  const recording = recordingOf({
    marketplace: 'US',
    timeline: {
      currency: 'USD',
      from: '2026-11-11T08:00:00.000Z',
      to: '2026-11-20T20:00:00.000Z',
      events: [],
      lanes: none,
      gaps: [],
      keywords: [],
    },
    ranks: days.map((date, index) => ({ date, rank: ranks[index] ?? null, final: true })),
    sales: [],
  });
  return renderToStaticMarkup(<RecorderLanes recording={recording} width={716} />);
}

const dotsIn = (picture: string): number => picture.split('recorder__rank-dot').length - 1;

test('a rank between days without one is drawn as a dot, because no line leads to it', () => {
  expect(dotsIn(drawn([790]))).toBe(1);
  expect(dotsIn(drawn([790, null, 800, 810, null, 820]))).toBe(2);
  expect(dotsIn(drawn(days.map(() => 790)))).toBe(0);
});
