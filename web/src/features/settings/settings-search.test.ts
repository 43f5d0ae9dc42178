import { expect, test } from 'vitest';
import { parseSettingsSearch } from './settings-search.ts';

test('the billing address is skipped by the word true alone', () => {
  expect(parseSettingsSearch({ skipbillingaddress: 'true' })).toEqual({ skipbillingaddress: 'true' });
  expect(parseSettingsSearch({ skipbillingaddress: '1' })).toEqual({});
});

test('the parameters of a returning authorisation are kept, any other is dropped', () => {
  expect(parseSettingsSearch({ connected: '1', message: 'y' })).toEqual({ connected: '1' });
  expect(parseSettingsSearch({ authorizationError: 'wrongSellerAccount' })).toEqual({
    authorizationError: 'wrongSellerAccount',
  });
  expect(parseSettingsSearch({ connectedTo: 'googleSheets', message: 'y' })).toEqual({ connectedTo: 'googleSheets' });
  expect(parseSettingsSearch({ connectionError: 'connectionDenied' })).toEqual({ connectionError: 'connectionDenied' });
});
