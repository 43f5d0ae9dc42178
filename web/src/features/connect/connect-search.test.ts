import { expect, test } from 'vitest';
import { parseConnectSearch } from './connect-search.ts';

test('what the authorisation brings back is kept, anything else is not', () => {
  expect(parseConnectSearch({ connected: '1', message: 'y' })).toEqual({ connected: '1' });
  expect(parseConnectSearch({ connected: 'yes' })).toEqual({});
  expect(parseConnectSearch({ authorizationError: 'wrongSellerAccount' })).toEqual({
    authorizationError: 'wrongSellerAccount',
  });
});
