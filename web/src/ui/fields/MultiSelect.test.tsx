import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MultiSelect } from './MultiSelect.tsx';

const options = [
  { value: '1', label: 'Brightkeel US' },
  { value: '2', label: 'Brightkeel EU' },
  { value: '3', label: 'Brightkeel IN' },
];

test.each([
  ['nothing is chosen', [], 'All 3'],
  ['all are chosen', ['3', '1', '2'], 'All 3'],
  ['one is chosen', ['2'], 'Brightkeel EU'],
  ['two are chosen', ['2', '3'], '2 of 3'],
  ['only an account that was removed is chosen', ['9'], '0 of 3'],
  ['accounts that were removed are chosen beside one', ['2', '8', '9'], 'Brightkeel EU'],
])('the button of a filter shows what is chosen when %s', (_, selected, text) => {
  const markup = renderToStaticMarkup(
    <MultiSelect label="Seller accounts" options={options} selected={selected} onChange={() => undefined} />,
  );

  expect(markup).toContain(`Seller accounts</span> ${text}<svg`);
});
