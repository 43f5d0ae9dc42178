import { expect, test } from 'vitest';
import { issue, listing, suppression } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import searchBan from './search-ban.ts';

type Listing = ReturnType<typeof listing>;
const look = (...listings: Listing[]): Look => ({ now: { listing: listings } });
const banned = issue({ enforcements: ['SEARCH_SUPPRESSED'], message: 'The title is too long.' });
const suspended = issue({ enforcements: ['LISTING_SUPPRESSED'] });
const hiddenA = listing('A', { issues: [banned] });
const unlistedA = listing('A', { status: ['BUYABLE'] });
const silentA = listing('A', { status: null, issues: null });

verdicts(searchBan, [
  ['is ok while the listing can be found and bought', look(listing('A')), 'ok'],
  ['judges the first look: a listing hidden from search is an alert', look(hiddenA), 'alert'],
  [
    'alerts when a listing that can be bought is no longer discoverable',
    [look(listing('A')), look(unlistedA)],
    'alert',
  ],
  ['believes an enforcement that comes without a status', look({ ...silentA, issues: [banned] }), 'alert'],
  ['is an improvement when it can be found again', [look(hiddenA), look(listing('A'))], 'improved'],
  ['is plainly ok at the look after that', [look(hiddenA), look(listing('A')), look(listing('A'))], 'ok'],
  ['leaves a suspended listing to another kind', look(listing('A', { status: [], issues: [suspended] })), 'ok'],
  [
    'is ok, but no better, when a hidden listing is taken off sale',
    [look(hiddenA), look(listing('A', { status: [], issues: [banned] }))],
    'ok',
  ],
  ['is ok, but no better, when the hidden SKU is deleted', [look(hiddenA, listing('B')), look(listing('B'))], 'ok'],
  ['says nothing where the marketplace told no status', look(silentA), null],
  ['says nothing where only the missing issues would tell', look(listing('A', { issues: null })), null],
  ['does not take silence for the end of it', [look(hiddenA), look(silentA, listing('B'))], 'alert'],
  ['says nothing of a product without listings', look(), null],
]);

test('the alert names the SKU and the reason of the issue', () => {
  const [, alert] = judgeInTurn(searchBan, [look(listing('A')), look(hiddenA)]);

  expect(alert).toMatchObject({
    text: 'SKU A hidden from search: The title is too long',
    from: 'Found by search',
    to: 'Hidden from search',
    about: 'A',
    evidence: [],
  });
});

test.each([
  ['the reason of the report where no issue gives one', suppression('A', 'Missing image.'), 'Missing image'],
  ['no reason of another SKU', suppression('B', 'Missing image.'), 'the marketplace gave no reason'],
  [
    'no reason of a suppression that is over',
    { ...suppression('A', 'Missing image.'), isSuppressed: false },
    'the marketplace gave no reason',
  ],
  ['that no reason was given', suppression('A', null), 'the marketplace gave no reason'],
])('the reason is %s', (_, report, reason) => {
  const [alert] = judgeInTurn(searchBan, [{ now: { listing: [unlistedA], suppression: [report] } }]);

  expect(alert?.text).toBe(`SKU A hidden from search: ${reason}`);
});

test('a second hidden SKU is news; that one of two is back is not', () => {
  const both = look(hiddenA, listing('B', { status: ['BUYABLE'] }));

  const judgements = judgeInTurn(searchBan, [look(hiddenA, listing('B')), both, look(hiddenA, listing('B'))]);

  expect(judgements.map((judgement) => [judgement?.about, judgement?.isFewer])).toEqual([
    ['A', false],
    ['A, B', false],
    ['A', true],
  ]);
});

test('the item has no text while all is well, and one when the ban is over', () => {
  const judgements = judgeInTurn(searchBan, [look(listing('A')), look(hiddenA), look(listing('A'))]);

  expect(judgements.map((judgement) => judgement?.text)).toEqual([
    null,
    'SKU A hidden from search: The title is too long',
    'Customers can find the listing by searching again',
  ]);
});

test('the item improves when the hidden SKU is back, though another was never hidden', () => {
  const judgements = judgeInTurn(searchBan, [
    look(hiddenA, listing('B', { status: [] })),
    look(listing('A'), listing('B', { status: [] })),
  ]);

  expect(judgements.at(-1)).toMatchObject({ verdict: 'improved', from: 'Hidden from search', to: 'Found by search' });
});

test('a first look does not claim that customers could find the listing before, nor does any later look', () => {
  const hidden = judgeInTurn(searchBan, [look(hiddenA), look(hiddenA)]);
  const later = judgeInTurn(searchBan, [look(listing('A')), look(hiddenA), look(hiddenA)]);

  expect(hidden.map((judgement) => judgement?.from)).toEqual([null, null]);
  expect(later.map((judgement) => judgement?.from ?? null)).toEqual([null, 'Found by search', 'Found by search']);
});
