import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AwaitedContext } from '../../world/awaited.ts';
import { buildItem } from '../../../testing/world-build.ts';
import type { Staleness } from '../../world/staleness.ts';
import { StaleMark, WorstIssue } from './ProductCard.tsx';

/** The state of a product without issues, and the mark that it has beside an issue. */
const drawnAt = (staleness: Staleness): string =>
  renderToStaticMarkup(
    <>
      <WorstIssue issues={[]} staleness={staleness} />
      <StaleMark staleness={staleness} />
    </>,
  );

test('a product is called fine only while its data are fresh', () => {
  expect(drawnAt('fresh')).toContain('No open issues');
  expect(drawnAt('starting')).toContain('Still being checked');
  expect(drawnAt('since 2026-03-02T08:00:00.000Z')).toMatch(/Not checked since.*Last known: no open issues/);
});

test('a product of an earlier visit is not called fine before the server has answered', () => {
  const drawn = renderToStaticMarkup(
    <AwaitedContext value={true}>
      <WorstIssue issues={[]} staleness="fresh" />
    </AwaitedContext>,
  );

  expect(drawn).toContain('Last known: no open issues');
  expect(drawn).not.toContain('sign--ok');
});

test('a product of a marketplace in which something was never checked is not called still being checked', () => {
  const drawn = drawnAt('neverComplete');

  expect(drawn).toMatch(/Not checked completely so far.*Last known: no open issues/);
  expect(drawn).not.toContain('Still being checked');
  expect(drawn).not.toContain('sign--starting');
});

test('the issue of a keyword names the phrase, because a product may have several', () => {
  const item = buildItem({ settings: { keyword: 'cast iron pan', absoluteThreshold: 10 } });
  const drawn = renderToStaticMarkup(<WorstIssue issues={[{ type: 'keyword', item }]} staleness="fresh" />);

  expect(drawn).toContain('Keyword Tracking “cast iron pan”');
});
