import { expect, test } from 'vitest';
import { allTimeZones, cityOf, findTimeZones, hourAt, offsetAt, offsetText, zoneText } from './time-zones.ts';

const winter = Date.UTC(2026, 0, 15, 12);
const summer = Date.UTC(2026, 6, 15, 12);

test('every zone is listed once, under its current name, and is known to the browser', () => {
  const zones = allTimeZones();
  expect(zones).toEqual(expect.arrayContaining(['Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'UTC']));
  expect(zones).not.toContain('Asia/Calcutta');
  expect(new Set(zones).size).toBe(zones.length);
  for (const zone of zones) expect(hourAt(zone, winter)).toBeLessThan(24);
});

test.each([
  ['new york', ['America/New_York']],
  ['ASIA kol', ['Asia/Kolkata']],
  ['nowhere', []],
])('a search for %s finds %j', (search, found) => {
  expect(findTimeZones(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'], search)).toEqual(found);
});

test('a zone is written with its city and its current offset; without a zone the offset is written', () => {
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(offsetAt('Europe/Berlin', winter)).toBe('UTC+1');
  expect(offsetAt('Europe/Berlin', summer)).toBe('UTC+2');
  expect(offsetAt('Asia/Kolkata', summer)).toBe('UTC+5:30');
  expect(offsetAt('UTC', summer)).toBe('UTC');
  expect([-12, 0, 12].map(offsetText)).toEqual(['UTC−12', 'UTC', 'UTC+12']);
  expect(zoneText({ timeZone: null, timezoneOffset: -8, timezoneAdjustToDST: true }, winter)).toBe('UTC−8');
});

test('a zone that the browser does not know is written with its city alone', () => {
  expect(offsetAt('America/Newtown', winter)).toBe('');
  expect(zoneText({ timeZone: 'America/Newtown', timezoneOffset: -4, timezoneAdjustToDST: false }, winter)).toBe(
    'Newtown',
  );
});
