import { globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorState } from './ErrorState.tsx';

test('a failure stays with its button while the call is repeated', () => {
  const markup = renderToStaticMarkup(
    <ErrorState
      title="The invoices did not load"
      failure={new Error('No connection')}
      failures={1}
      isRetrying
      onRetry={() => undefined}
    />,
  );

  expect(markup).toMatch(/The invoices did not load.*No connection.*<button[^>]*aria-busy="true"[^>]*>Try again/);
});

/** A part that shows failures of drawing, for which no call is repeated. */
const withoutCall = ['app/PageError.tsx'];

test('every part that did not load keeps its "Try again" while the call is repeated', () => {
  const folder = new URL('../../', import.meta.url).pathname;
  const parts = globSync('**/*.tsx', { cwd: folder })
    .filter((path) => !path.endsWith('.test.tsx') && !withoutCall.includes(path))
    .flatMap((path) =>
      Array.from(readFileSync(`${folder}${path}`, 'utf8').matchAll(/<ErrorState\b[^]*?\/>/g), ([part]) => ({
        path,
        part,
      })),
    );

  expect(parts.length).toBeGreaterThan(15);
  expect(
    parts.filter(({ part }) => part.includes('onRetry=') && !part.includes('isRetrying=')).map(({ path }) => path),
  ).toEqual([]);
});
