import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AwaitedContext } from '../../world/awaited.ts';
import type { StaleAt } from '../../world/use-fresh.ts';
import { StaleMark, WorstIssue } from './ProductCard.tsx';

/** The state of a product without issues, and the mark that it has beside an issue. */
const drawnAt = (staleAt: StaleAt): string =>
  renderToStaticMarkup(
    <>
      <WorstIssue issues={[]} staleAt={staleAt} />
      <StaleMark staleAt={staleAt} />
    </>,
  );

test('a product is called fine only while its data are fresh', () => {
  expect(drawnAt(undefined)).toContain('No open issues');
  expect(drawnAt('')).toContain('Still being checked');
  expect(drawnAt('2026-03-02T08:00:00.000Z')).toMatch(/Not checked since.*Last known: no open issues/);
});

test('a product of an earlier visit is not called fine before the server has answered', () => {
  const drawn = renderToStaticMarkup(
    <AwaitedContext value={true}>
      <WorstIssue issues={[]} staleAt={undefined} />
    </AwaitedContext>,
  );

  expect(drawn).toContain('Last known: no open issues');
  expect(drawn).not.toContain('sign--ok');
});

test('a product of a marketplace in which something was never checked is not called still being checked', () => {
  const drawn = drawnAt(null);

  expect(drawn).toMatch(/Not checked completely so far.*Last known: no open issues/);
  expect(drawn).not.toContain('Still being checked');
  expect(drawn).not.toContain('sign--starting');
});
