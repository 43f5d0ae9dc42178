import { expect, test } from 'vitest';
import { issue, listing } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import listingSuspended from './listing-suspended.ts';

type Listing = ReturnType<typeof listing>;
const look = (...listings: Listing[]): Look => ({ now: { listing: listings } });
const ownListing = (facts: Partial<Listing>) => listing('A', { isFulfilledByAmazon: false, ...facts });
const suppressed = issue({ enforcements: ['LISTING_SUPPRESSED'], message: 'Approval is required.' });
const removed = issue({ enforcements: ['CATALOG_ITEM_REMOVED'], message: 'The ASIN was retired.' });
const searchSuppressed = issue({ enforcements: ['SEARCH_SUPPRESSED'] });
const silent = listing('A', { status: null, issues: null });
const suspendedA = listing('A', { status: ['DISCOVERABLE'], issues: [suppressed] });
const ignoring = (given: Look): Look => ({ ...given, settings: { suppressChildAsinRetiries: true } });

verdicts(listingSuspended, [
  ['is ok while the listing can be bought', look(listing('A')), 'ok'],
  ['judges the first look: a suppressed listing is an alert', look(suspendedA), 'alert'],
  [
    'alerts when an issue suppresses the listing and hides it from search',
    look(listing('A', { issues: [issue({ enforcements: ['SEARCH_SUPPRESSED', 'LISTING_SUPPRESSED'] })] })),
    'alert',
  ],
  [
    'alerts when the marketplace removes the item from its catalogue',
    look(listing('A', { issues: [removed] })),
    'alert',
  ],
  ['alerts when a listing becomes inactive', [look(listing('A')), look(listing('A', { status: [] }))], 'alert'],
  ['is ok while merely out of stock', look(ownListing({ status: [], ownQuantity: 0 })), 'ok'],
  [
    'alerts when it is inactive and Amazon ships it, though the seller has none',
    look(listing('A', { status: [], ownQuantity: 0 })),
    'alert',
  ],
  ['alerts when it is inactive with a unit left', look(ownListing({ status: [], ownQuantity: 1 })), 'alert'],
  ['is ok while visible but not buyable', look(listing('A', { status: ['DISCOVERABLE'] })), 'ok'],
  ['is ok while buyable, though nothing else is told', look({ ...silent, status: ['BUYABLE'] }), 'ok'],
  ['leaves being hidden from search to another kind', look(listing('A', { issues: [searchSuppressed] })), 'ok'],
  [
    'takes a listing that is hidden from search and not buyable for sold out',
    look(listing('A', { status: [], issues: [searchSuppressed] })),
    'ok',
  ],
  ['is ok when the listing is back', [look(suspendedA), look(listing('A'))], 'ok'],
  ['says nothing where the marketplace told no status', look(silent), null],
  ['says nothing of a product without listings', look(), null],
  ['believes an enforcement that comes without a status', look({ ...silent, issues: [suppressed] }), 'alert'],
  ['says nothing where only the missing issues would tell', look({ ...silent, status: ['DISCOVERABLE'] }), null],
  ['alerts when one of several SKUs is suspended', look(listing('B'), suspendedA), 'alert'],
  ['judges the SKUs it knows', look(silent, listing('B')), 'ok'],
  ['does not take silence for the end of a suspension', [look(suspendedA), look(silent, listing('B'))], 'alert'],
  ['is ok when the suspended SKU is deleted', [look(suspendedA, listing('B')), look(listing('B'))], 'ok'],
  ['can leave out retired child ASINs', ignoring(look(listing('A', { status: [], issues: [removed] }))), 'ok'],
  [
    'does not leave out a retired ASIN that is no child',
    ignoring(look(listing('A', { status: [], issues: [removed], isChild: false }))),
    'alert',
  ],
  ['never leaves out a suppressed listing', ignoring(look(suspendedA)), 'alert'],
]);

test('the alert names the SKU and the reason the marketplace gives', () => {
  const [, alert] = judgeInTurn(listingSuspended, [look(listing('A')), look(suspendedA)]);

  expect(alert).toMatchObject({
    text: 'SKU A suspended: Approval is required',
    from: 'Active',
    to: 'Suspended',
    about: 'A',
    evidence: [],
  });
});

test('the text does not claim that a retired child ASIN is back when its alerts are switched off', () => {
  const retired = look(listing('A', { status: [], issues: [removed] }));

  const [, , ended, back] = judgeInTurn(listingSuspended, [
    look(listing('A')),
    retired,
    ignoring(retired),
    look(listing('A')),
  ]);
  const [, restored] = judgeInTurn(listingSuspended, [retired, ignoring(look(listing('A')))]);

  expect(ended).toMatchObject({ verdict: 'ok', text: 'Retired child ASINs raise no alert by your settings' });
  expect(back?.text).toBeNull();
  expect(restored?.text).toBe('No suspended SKU is left');
});

test('a retired child ASIN beside it does not hide that a suspended SKU is back', () => {
  const retiredB = listing('B', { status: [], issues: [removed] });

  const [, ended] = judgeInTurn(listingSuspended, [
    ignoring(look(suspendedA, retiredB)),
    ignoring(look(listing('A'), retiredB)),
  ]);

  expect(ended?.text).toBe('No suspended SKU is left');
});

test('a second suspended SKU is news', () => {
  const second = listing('B', { status: [] });

  const judgements = judgeInTurn(listingSuspended, [look(suspendedA, listing('B')), look(suspendedA, second)]);

  expect(judgements.map((judgement) => judgement?.about)).toEqual(['A', 'A, B']);
  expect(judgements.at(-1)?.text).toBe('SKUs A, B suspended: Approval is required; it can neither be found nor bought');
});

test('an SKU that is back while another stays suspended is no news', () => {
  const both = look(suspendedA, listing('B', { status: [] }));

  const judgements = judgeInTurn(listingSuspended, [both, look(suspendedA, listing('B')), both]);

  expect(judgements.map((judgement) => judgement?.isFewer)).toEqual([false, true, false]);
});

test('a first look does not claim that the listing was active before, nor does any later look', () => {
  const suspended = judgeInTurn(listingSuspended, [look(suspendedA), look(suspendedA)]);
  const later = judgeInTurn(listingSuspended, [look(listing('A')), look(suspendedA), look(suspendedA)]);

  expect(suspended.map((judgement) => judgement?.from)).toEqual([null, null]);
  expect(later.map((judgement) => judgement?.from ?? null)).toEqual([null, 'Active', 'Active']);
});
