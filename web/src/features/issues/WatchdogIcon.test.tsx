import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { WatchdogIcon } from './WatchdogIcon.tsx';

const drawn = (name: string): string => renderToStaticMarkup(<WatchdogIcon name={name} />);

test('every watchdog has the icon that its kind names', () => {
  const bell = drawn('no icon');

  expect(watchdogs.filter(({ icon }) => drawn(icon) === bell).map(({ icon }) => icon)).toEqual([]);
});
