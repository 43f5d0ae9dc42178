import { expect, test } from 'vitest';
import { settingText } from './setting-choices.ts';

test('a value of a setting is told in the words of its control', () => {
  expect([
    settingText({ widget: 'toggle' }, true),
    settingText({ widget: 'toggle' }, false),
    settingText({ widget: 'number' }, 7),
    settingText({ widget: 'sensitivity' }, 'LOW'),
    settingText({ widget: 'minimumMinutes' }, 0),
  ]).toEqual(['On', 'Off', '7', 'Low: Strong Filtering', 'At once']);
});
