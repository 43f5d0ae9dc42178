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
