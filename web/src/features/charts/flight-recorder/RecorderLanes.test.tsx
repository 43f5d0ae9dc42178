import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ProductTimeline } from '@app/shared/contract/catalog.ts';
import { RecorderLanes } from './RecorderLanes.tsx';
import { recordingOf } from './recording.ts';

const days = Array.from({ length: 10 }, (_, index) => `2026-11-${String(11 + index)}`);

type Stock = ProductTimeline['lanes']['stock'];

interface DrawnLanes {
  readonly ranks?: readonly (number | null)[];
  readonly stock?: Stock;
  readonly gaps?: ProductTimeline['gaps'];
}

/** Draws ten days, the last of which is half over. */
function drawn({ ranks = [], stock = [], gaps = [] }: DrawnLanes): string {
  const lanes = { price: [], buyBox: [], lowestFba: [], lowestFbm: [], stock, rating: [] };
  const recording = recordingOf({
    marketplace: 'US',
    timeline: {
      currency: 'USD',
      from: '2026-11-11T08:00:00.000Z',
      to: '2026-11-20T20:00:00.000Z',
      events: [],
      lanes,
      gaps,
      keywords: [],
    },
    ranks: days.map((date, index) => ({ date, rank: ranks[index] ?? null, final: true })),
    sales: [],
  });
  return renderToStaticMarkup(<RecorderLanes recording={recording} width={716} />);
}

const dotsIn = (picture: string): number => picture.split('recorder__rank-dot').length - 1;

test('a rank between days without one is drawn as a dot, because no line leads to it', () => {
  expect(dotsIn(drawn({ ranks: [790] }))).toBe(1);
  expect(dotsIn(drawn({ ranks: [790, null, 800, 810, null, 820] }))).toBe(2);
  expect(dotsIn(drawn({ ranks: days.map(() => 790) }))).toBe(0);
});

/** The numbers beside the lane of a rank that never changes. */
const ends = (rank: number) =>
  [...drawn({ ranks: days.map(() => rank) }).matchAll(/>(\d+)<\/text>/g)].map(([, end]) => end);

test('the lane of a product that has the best rank all the time begins at rank 1, because there is no rank 0', () => {
  expect(ends(1)).toEqual(['1', '2']);
  expect(ends(790)).toEqual(['751', '830']);
});

test('the stock beside its lane is that of now only if it is known now', () => {
  const stock: Stock = [{ at: '2026-11-12T08:00:00.000Z', units: 362 }];
  const silence = { from: '2026-11-18T08:00:00.000Z', to: '2026-11-20T20:00:00.000Z' };
  const unknown = { at: '2026-11-19T08:00:00.000Z', units: null };

  expect(drawn({ stock })).toContain('>362 now<');
  expect(drawn({ stock, gaps: [silence] })).toContain('>362 last<');
  expect(drawn({ stock: [...stock, unknown] })).toContain('>362 last<');
});
