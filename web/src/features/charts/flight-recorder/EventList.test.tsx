import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EventList } from './EventList.tsx';

test('nothing is said to have happened only once the events are known', () => {
  expect(renderToStaticMarkup(<EventList events={undefined} />)).not.toContain('Nothing happened');
  expect(renderToStaticMarkup(<EventList events={[]} />)).toContain('Nothing happened in this time.');
});
