import { expect, test } from 'vitest';
import { buyBoxShare, noteAt, recordingOf } from './recording.ts';

const timeline = {
  currency: 'USD',
  from: '2026-11-18T08:00:00.000Z',
  to: '2026-11-20T08:00:00.000Z',
  events: [],
  lanes: {
    price: [{ at: '2026-11-01T00:00:00.000Z', cents: 3490 }],
    buyBox: [
      { at: '2026-11-01T00:00:00.000Z', owner: 'you' as const, sellerId: null, cents: 3490 },
      { at: '2026-11-19T20:00:00.000Z', owner: 'other' as const, sellerId: 'A1', cents: 3149 },
    ],
    lowestFba: [],
    lowestFbm: [],
    stock: [{ at: '2026-11-01T00:00:00.000Z', units: 362 }],
    rating: [],
  },
  gaps: [{ from: '2026-11-18T20:00:00.000Z', to: '2026-11-19T08:00:00.000Z' }],
  keywords: [],
};
const organic = { organicUnitsThisVariation: null, organicOrdersThisVariation: null };
const sale = { soldUnitsAllVariations: 44, promotionUnitsThisVariation: 18, ...organic, wasOutOfStock: false };
const recording = recordingOf({
  marketplace: 'US',
  timeline,
  ranks: [{ date: '2026-11-19', rank: 790, final: true }],
  sales: [
    { ...sale, date: '2026-11-19', soldUnitsThisVariation: 44, final: true },
    { ...sale, date: '2026-11-20', soldUnitsThisVariation: null, final: false },
  ],
});

test('the note of an instant has its price, buy box and stock, and the rank and sales of its day', () => {
  const note = noteAt(recording, Date.parse('2026-11-19T22:00:00Z'));

  expect(note.title).toContain('19 November');
  expect(note.lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Price: $34.90',
    'Buy box: Another seller, $31.49',
    'Rank: 790',
    'Stock: 362',
    'Sold: 44, 18 with promotion',
  ]);
});

test('within a gap the note has only the values that are counted by day', () => {
  const note = noteAt(recording, Date.parse('2026-11-19T07:00:00Z'));

  expect(note.remark).toBe('Nobody could look');
  expect(note.lines.map(({ label }) => label)).toEqual([]);
});

test('while nobody can look, the note of the present time says so', () => {
  const silence = { from: '2026-11-20T02:00:00.000Z', to: timeline.to };
  const silent = recordingOf({ marketplace: 'US', timeline: { ...timeline, gaps: [silence] }, ranks: [], sales: [] });

  expect(noteAt(silent, Date.parse(timeline.to)).remark).toBe('Nobody could look');
  expect(noteAt(recording, Date.parse('2026-11-19T08:00:00Z')).remark).toBeUndefined();
});

test('a day with unknown sales is not shown as zero', () => {
  expect(noteAt(recording, Date.parse('2026-11-20T07:59:00Z')).lines.map(({ label }) => label)).toContain('Sold');
  expect(noteAt(recording, Date.parse('2026-11-20T08:00:00Z')).lines.map(({ label }) => label)).not.toContain('Sold');
});

test('the rank of today stands at the present time while the noon of the marketplace is still to come', () => {
  const early = { ...timeline, to: '2026-11-20T10:00:00.000Z' };
  const ranks = ['2026-11-19', '2026-11-20'].map((date) => ({ date, rank: 790, final: false }));
  const placed = recordingOf({ marketplace: 'US', timeline: early, ranks, sales: [] }).ranks;

  expect(placed.map(({ at }) => new Date(at).toISOString())).toEqual(['2026-11-19T20:00:00.000Z', early.to]);
});

test('the share of the buy box is that of the known time', () => {
  // The seller had the buy box for 12 hours before the gap and 12 after it, another seller for 12 hours.
  expect(buyBoxShare(recording)).toBe(67);
  expect(buyBoxShare({ buyBox: [] })).toBeNull();
});

/** The share of a seller who had the buy box for these hours, and another one for the others. */
const shareOf = (own: number, other: number) =>
  buyBoxShare({
    buyBox: [
      { from: 0, to: own, value: 'you' },
      { from: own, to: own + other, value: 'other' },
    ],
  });

test('a buy box that was lost for an hour in 30 days is not called that of the seller for all the time', () => {
  expect(shareOf(719, 1)).toBe(99);
  expect(shareOf(1, 719)).toBe(1);
  expect([shareOf(720, 0), shareOf(0, 720)]).toEqual([100, 0]);
});
