import { expect, test } from 'vitest';
import { parseConnectSearch } from './connect-search.ts';

test('what the authorisation brings back is kept, anything else is not', () => {
  expect(parseConnectSearch({ connected: '1', x: 'y' })).toEqual({ connected: '1' });
  expect(parseConnectSearch({ connected: 'yes' })).toEqual({});
  expect(parseConnectSearch({ authorizationError: 'wrongSellerAccount', message: 'm'.repeat(400) })).toEqual({
    authorizationError: 'wrongSellerAccount',
    message: 'm'.repeat(300),
  });
});
