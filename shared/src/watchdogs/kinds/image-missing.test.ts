import { expect, test } from 'vitest';
import { catalog } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import imageMissing from './image-missing.ts';

const look = (...facts: Parameters<typeof catalog>): Look => ({ now: { catalog: catalog(...facts) } });
const side = { variant: 'PT01', url: 'https://images.example/side.jpg' };

verdicts(imageMissing, [
  ['is ok while there is a main image', look(), 'ok'],
  ['judges the first look: no main image is an alert', look({ images: [side] }), 'alert'],
  ['alerts when the last image is gone', [look(), look({ images: [] })], 'alert'],
  ['stays an alert while it is missing', [look(), look({ images: [] }), look({ images: [side] })], 'alert'],
  ['is ok when the main image is back', [look({ images: [] }), look()], 'ok'],
  ['says nothing where the answer had no list of images', look({ images: null }), null],
  ['does not take an empty answer for an empty page', [look(), look({ title: null, images: [] })], null],
]);

test('the alert says that there was an image before', () => {
  const [, alert] = judgeInTurn(imageMissing, [look(), look({ images: [side] })]);

  expect(alert).toMatchObject({
    text: 'The main image is gone from the product page',
    from: 'Main image',
    to: 'No main image',
    evidence: [
      { label: 'Main image before', value: 'https://images.example/main.jpg' },
      { label: 'Other images', value: '1' },
    ],
  });
});

test('a first look does not claim that there was an image before', () => {
  const [alert] = judgeInTurn(imageMissing, [look({ images: [] })]);

  expect(alert).toMatchObject({ text: 'The product page has no main image', from: null });
});
