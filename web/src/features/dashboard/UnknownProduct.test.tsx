import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { buildWorld } from '../../../testing/world-build.ts';
import { worldKey } from '../../world/triage.ts';
import { UnknownProduct } from './UnknownProduct.tsx';

/** The dialog beside a world of this age; that of an earlier visit has the time 0. */
function dialogWith(updatedAt: number): string {
  const client = new QueryClient();
  client.setQueryData(worldKey, buildWorld(), { updatedAt });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <UnknownProduct onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

test('a product that the world of an earlier visit lacks is called unwatched only once the server has answered', () => {
  expect(dialogWith(0)).toBe('');
  expect(dialogWith(1)).toContain('This product is not watched');
});
