import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { HomeModel } from '../../../world/home-model.ts';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { TriageProvider } from '../triage/Triage.tsx';
import { InboxRow } from './InboxRow.tsx';

const product = buildProduct({ productId: '1', shortName: 'Skillet' });
const model = { byId: new Map([['1', product]]) } as unknown as HomeModel;

function rowOf(type: string, given: Partial<WorldItem>): string {
  const item = buildItem({ productId: '1', ...given });
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TriageProvider>
        <InboxRow issue={{ type, item }} model={model} onOpen={() => undefined} />
      </TriageProvider>
    </QueryClientProvider>,
  );
}

test('in the inbox the issues of two keywords of a product are told apart by their phrases', () => {
  const row = rowOf('keyword', {
    date: null,
    settings: { keyword: 'cast iron pan', absoluteThreshold: 10 },
    statusDetails: { message: 'It fell', from: 'Position 8', to: 'Position 12', evidence: [] },
  });

  expect(row).toContain('“cast iron pan”');
  expect(row).toContain('aria-label="Skillet, cast iron pan, Keyword Tracking"');
  expect(row).toContain('aria-label="Mark done: Skillet, cast iron pan, Keyword Tracking"');
});

test('a muted watchdog without a problem is named by its title, and not as the problem that it looks for', () => {
  const muted = { muted: true, mutedUntil: null, date: '2026-03-02T08:00:00.000Z' };
  const fine = rowOf('lostBuybox', { ...muted, status: itemStatus.ok });
  expect(fine).toContain('>Lost Buy Box<');
  expect(fine).not.toContain('Buy box lost');
  expect(fine).not.toContain('since');

  const problem = rowOf('lostBuybox', { ...muted, status: itemStatus.alert });
  expect(problem).toContain('>Buy box lost<');
  expect(problem).toContain('since');
});

const under = (given: Partial<WorldItem>): string =>
  /class="inbox__under".*?<\/p>/.exec(rowOf('lostBuybox', { status: itemStatus.alert, ...given }))?.[0] ?? '';

test('a swipe offers only what it does: a muted issue is unmuted, and cannot be marked as done', () => {
  expect(under({ muted: false })).toMatch(/Done.*>Mute/);
  expect(under({ muted: true, mutedUntil: null })).toContain('>Unmute');
  expect(under({ muted: true, mutedUntil: null })).not.toContain('Done');
});
