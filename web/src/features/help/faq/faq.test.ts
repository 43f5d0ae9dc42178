import { expect, test } from 'vitest';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { faq, findEntries } from './faq.ts';

const found = (search: string) => findEntries(search).flatMap(({ entries }) => entries.map(({ id }) => id));

test('every watchdog has an entry with its own texts', () => {
  for (const { type, title, about } of watchdogs) {
    const entry = faq.find(({ id }) => id === type);
    expect([entry?.question, entry?.answer[0]]).toEqual([title, about]);
  }
});

test('every entry has a unique id, a question and an answer', () => {
  expect(new Set(faq.map(({ id }) => id)).size).toBe(faq.length);
  for (const { id, question, answer } of faq) {
    expect([id, question.length > 4, answer.every((paragraph) => /[.:]$/.test(paragraph))]).toEqual([id, true, true]);
  }
});

test('an entry is found when it contains every word, in capitals or not', () => {
  expect(found('MUTE bell')).toContain('mute');
  expect(found('buy box whitelist')).toContain('whitelist');
  expect(found('LOST_BUYBOX')).toEqual(['lostBuybox']);
  expect(found('zeppelin')).toEqual([]);
});

test('without a search all entries are listed by group', () => {
  expect(found('')).toHaveLength(faq.length);
  expect(findEntries('').map(({ group }) => group)).toEqual([
    'First steps',
    'Reading the dashboard',
    'Working off alerts',
    'Fewer and better alerts',
    'Being told',
    'Guides',
    'Watchdogs',
  ]);
});

const answerOf = (id: string): string | undefined => faq.find((entry) => entry.id === id)?.answer[0];

test('no address gets mails before it is verified, not even that of the owner', () => {
  expect(answerOf('mails')).toMatch(/^Every address of the account once it is verified, /);
});

test('watchdogs without a provider are said to look as they do', () => {
  expect(answerOf('page-data')).toContain('the detail of a product calls them Not watched');
});
