import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { DoNow } from '@app/shared/world/issues/do-now.ts';
import { buildWorld } from '../../../testing/world-build.ts';
import type { HomeModel } from '../../world/home-model.ts';
import type { Day } from '../../world/use-day.ts';
import type { DayFreshness } from '../../world/use-fresh.ts';
import { TodayPart } from './TodayPart.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A day without anything to do, as far as the part reads it. */
const model = {
  world: buildWorld({ userEmail: 'grace@brightkeel.example' }),
  counts: { uncheckedAlerts: 0, uncheckedWarnings: 0, productsWithIssues: 0, totalProducts: 3 },
} as unknown as HomeModel;
const day = {
  verdict: { level: 'ok', headline: 'All is well', short: 'All is well', detail: '' },
  toDo: { top: [] } as unknown as DoNow,
  staleProducts: 0,
  marketplaces: [],
} as unknown as Day;
const fresh = { markets: [], summary: { stale: [], lastCheckedAt: null } } as unknown as DayFreshness;

/** Draws the part and returns the keys that it reads from the browser's storage. */
function keysReadBy(folded: boolean): readonly string[] {
  const keys: string[] = [];
  vi.stubGlobal('localStorage', { getItem: (key: string) => (keys.push(key), null) });
  renderToStaticMarkup(
    <TodayPart
      model={model}
      day={day}
      fresh={fresh}
      folded={folded}
      onOpen={() => undefined}
      onSearch={() => undefined}
    />,
  );
  return keys;
}

test.each([
  ['a day without issues', false],
  ['the issues and the stock, where the day is folded,', true],
])('%s belongs to the visit', (_, folded) => {
  expect(keysReadBy(folded)).toEqual(['watchpost.visit.grace@brightkeel.example']);
});
