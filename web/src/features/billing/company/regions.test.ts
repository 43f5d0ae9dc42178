import { expect, test } from 'vitest';
import { regionsOf } from './regions.ts';

test('regions have their accounts and the marketplaces in which these sell, in a fixed order', () => {
  const accounts = [
    { region: 'EU', marketplaces: ['DE'] },
    { region: 'NA', marketplaces: ['CA', 'US'] },
    { region: 'EU', marketplaces: ['UK', 'DE'] },
  ] as const;

  expect(regionsOf(accounts.map((account) => ({ ...account, marketplaces: [...account.marketplaces] })))).toEqual([
    { region: 'NA', name: 'America region', accounts: '1 account', marketplaces: ['US', 'CA'] },
    { region: 'EU', name: 'Europe region', accounts: '2 accounts', marketplaces: ['UK', 'DE'] },
  ]);
  expect(regionsOf([])).toEqual([]);
});
