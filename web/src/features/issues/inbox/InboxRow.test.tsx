import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { HomeModel } from '../../../world/home-model.ts';
import { buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { TriageProvider } from '../triage/Triage.tsx';
import { InboxRow } from './InboxRow.tsx';

const product = buildProduct({ productId: '1', shortName: 'Skillet' });
const model = { byId: new Map([['1', product]]) } as unknown as HomeModel;

function rowOf(keyword: string): string {
  const item = buildItem({
    productId: '1',
    date: null,
    settings: { keyword, absoluteThreshold: 10 },
    statusDetails: { message: 'It fell', from: 'Position 8', to: 'Position 12', evidence: [] },
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TriageProvider>
        <InboxRow issue={{ type: 'keyword', item }} model={model} onOpen={() => undefined} />
      </TriageProvider>
    </QueryClientProvider>,
  );
}

test('in the inbox the issues of two keywords of a product are told apart by their phrases', () => {
  const row = rowOf('cast iron pan');

  expect(row).toContain('“cast iron pan”');
  expect(row).toContain('aria-label="Skillet, cast iron pan, Keyword Tracking"');
  expect(row).toContain('aria-label="Mark done: Skillet, cast iron pan, Keyword Tracking"');
});
