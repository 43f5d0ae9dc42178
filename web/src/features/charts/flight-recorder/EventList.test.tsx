import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { TimelineEvent } from '@app/shared/contract/catalog.ts';
import { EventList } from './EventList.tsx';

test('nothing is said to have happened only once the events are known', () => {
  expect(renderToStaticMarkup(<EventList events={undefined} />)).not.toContain('Nothing happened');
  expect(renderToStaticMarkup(<EventList events={[]} />)).toContain('Nothing happened in this time.');
});

const fall: TimelineEvent = {
  id: '1',
  at: '2026-11-20T08:00:00.000Z',
  type: 'keyword',
  watchDogId: 'keyword-1-7',
  colour: 'RED',
  from: 'Position 12',
  to: 'Position 40',
  message: '"cast iron pan" is at position 40, was at position 12; your threshold is 20',
};

test('an event of a keyword names it, because a product may have several; other events show old and new value', () => {
  const shown = renderToStaticMarkup(<EventList events={[fall]} />);
  expect(shown).toContain('cast iron pan');
  expect(shown).toContain('at position 40, was at position 12');

  const price = { ...fall, type: 'price', message: 'The price rose', from: '12 €', to: '40 €' };
  expect(renderToStaticMarkup(<EventList events={[price]} />)).not.toContain('The price rose');
});
