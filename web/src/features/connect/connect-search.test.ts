import { expect, test } from 'vitest';
import { parseConnectSearch } from './connect-search.ts';

test('the parameters of a returning authorisation are kept, any other is dropped', () => {
  expect(parseConnectSearch({ connected: '1', message: 'y' })).toEqual({ connected: '1' });
  expect(parseConnectSearch({ connected: 'yes' })).toEqual({});
  expect(parseConnectSearch({ authorizationError: 'wrongSellerAccount' })).toEqual({
    authorizationError: 'wrongSellerAccount',
  });
});
