import { expect, test } from 'vitest';
import { issue, listing } from '../../../testing/fact-builders.ts';
import listingSuspended from '../kinds/listing-suspended.ts';
import searchBan from '../kinds/search-ban.ts';
import { reasonOf, reasonsEvidence, reasonsText } from './reason-words.ts';
import { judgeLook } from '../../../testing/verdict-table.ts';

test('a reason is one line without a full stop, or the code when there are no words', () => {
  expect(reasonOf({ message: ' The title\n is too long. ', code: '1' })).toBe('The title is too long');
  expect(reasonOf({ message: 'Act now!', code: '1' })).toBe('Act now');
  expect(reasonOf({ message: ' ', code: '18155' })).toBe('the marketplace gave the code 18155');
});

test('a long reason is not cut inside a surrogate pair', () => {
  for (const shift of ['', 'x']) {
    const reason = reasonOf({ message: shift + '🫖'.repeat(5000), code: '1' });

    expect(reason.length).toBeLessThanOrEqual(200);
    expect(reason.isWellFormed()).toBe(true);
    expect(reason).toMatch(/🫖…$/u);
  }
});

test('the first of many SKUs and reasons are named', () => {
  const listings = Array.from({ length: 12 }, (_, n) => ({ sku: `S${n}`, reason: `because of ${n % 4}` }));

  expect(reasonsText(listings, 'suspended')).toBe(
    'SKUs S0, S1, S2, S3, S4 and 7 more suspended: because of 0; because of 1; because of 2 and 1 more',
  );
});

const listed = (skus: string, reason: string) => skus.split('').map((sku) => ({ sku, reason }));

test.each([
  ['of one SKU, which its text names', listed('A', 'Too long'), []],
  ['that the text names with all of its SKUs', listed('ABCDE', 'Too long'), []],
  [
    'of which the text does not say whose they are',
    [...listed('A', 'Too long'), ...listed('B', 'Too short')],
    [
      { label: 'SKU A', value: 'Too long' },
      { label: 'SKU B', value: 'Too short' },
    ],
  ],
  [
    'of more SKUs than the text names',
    listed('ABCDEF', 'Too long'),
    listed('ABCDEF', '').map(({ sku }) => ({ label: `SKU ${sku}`, value: 'Too long' })),
  ],
])('the evidence repeats no reason %s', (_what, listings, evidence) => {
  expect(reasonsEvidence(listings)).toEqual(evidence);
});

test.each([
  [listingSuspended, 'LISTING_SUPPRESSED', ['DISCOVERABLE']],
  [searchBan, 'SEARCH_SUPPRESSED', ['BUYABLE']],
] as const)('with any text of the marketplace, $0.type fits a line and its memory stays short', (...given) => {
  const [kind, enforcement, status] = given;
  const message = `${'🫖'.repeat(3000)}.`;
  const listings = Array.from({ length: 30 }, (_, n) =>
    listing(`SKU-${n}`, { status, issues: [issue({ message: `${n} ${message}`, enforcements: [enforcement] })] }),
  );

  const judgement = judgeLook(kind, { now: { listing: listings } });

  expect(judgement?.verdict).toBe('alert');
  expect(judgement?.text?.length).toBeLessThan(800);
  expect(JSON.stringify(judgement).length).toBeLessThan(30 * 600);
  expect(JSON.stringify(judgement)).not.toMatch(/\\ud[89a-f]/);
});
