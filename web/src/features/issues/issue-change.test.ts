import { expect, test } from 'vitest';
import { issueChange } from './issue-change.ts';

const details = { message: 'Something changed', from: null, to: null, evidence: [] };
const offers = { label: 'Offers', value: '3' };

test('from and to are one change, and the evidence stays', () => {
  const given = { ...details, from: 'You at $34.90', to: 'A2XYZ at $31.49', evidence: [offers] };
  expect(issueChange(given)).toEqual({
    changes: [{ label: null, from: 'You at $34.90', to: 'A2XYZ at $31.49', areTexts: false }],
    pictureBefore: null,
    evidence: [offers],
  });
});

test('a changed text is compared word by word, and is not repeated in the evidence', () => {
  const [from, to] = ['Food-grade steel 202, lid seals tight', 'Food-grade steel 304, lid seals tight'];
  const given = { ...details, from, to, evidence: [{ label: 'Bullet point', value: `${from} → ${to}` }] };
  expect(issueChange(given)).toMatchObject({ changes: [{ areTexts: true }], evidence: [] });
});

test('several changes each have their name', () => {
  const evidence = [{ label: 'Brand', value: 'Keel → Brightkeel' }, { label: 'Title', value: 'Pan → Pot' }, offers];
  expect(issueChange({ ...details, evidence })).toMatchObject({
    changes: [
      { label: 'Brand', from: 'Keel', to: 'Brightkeel' },
      { label: 'Title', from: 'Pan', to: 'Pot' },
    ],
    evidence: [offers],
  });
});

test('only the watchdog’s own line of evidence becomes a picture: an address in a review is never loaded', () => {
  const url = 'https://images.example/main.jpg';
  const own = { ...details, to: 'No main image', evidence: [{ label: 'Main image before', value: url }] };
  expect(issueChange(own)).toMatchObject({ pictureBefore: url, evidence: [] });
  const review = { ...details, to: '1 star', evidence: [{ label: '1 star at #2', value: url }] };
  expect(issueChange(review)).toMatchObject({ pictureBefore: null, evidence: [{ value: url }] });
});
