import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { authorizationRedirect } from '@app/shared/contract/sellers.ts';
import { forgetCsrf } from '../../lib/http/csrf.ts';
import { isOffline } from '../../lib/http/connection.ts';
import { continueAtMarketplace } from './marketplace-flow.ts';
import { parseSignUpSearch } from './sign-up-search.ts';

const callback = 'https://sellercentral.amazon.com/apps/authorize/confirm/1';
const search = parseSignUpSearch({ amazon_callback_uri: callback, amazon_state: 's', selling_partner_id: 'A1SELLER' });
const begun: Record<string, string>[] = [];

beforeEach(() => {
  forgetCsrf();
  begun.length = 0;
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('window', { location: { assign: () => undefined } });
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://watchpost.example');
    if (pathname === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    if (pathname !== authorizationRedirect.path) throw new TypeError(`Nothing answers ${address}`);
    begun.push(Object.fromEntries(searchParams));
    return Response.json({ location: callback });
  });
});
afterEach(() => {
  forgetCsrf();
  isOffline.set(false);
  vi.unstubAllGlobals();
});

test.each([
  ['the owner', 'names none, as it may be a new one', true, {}],
  ['another user', 'names the one to authorise again', false, { expectedSellerKey: 'A1SELLER' }],
])('%s who starts with a seller account at the marketplace %s', async (...given) => {
  const [, , isOwner, named] = given;
  await continueAtMarketplace(search, { isOwner });

  expect(begun).toEqual([{ path: '/connect', amazonCallbackUrl: callback, amazonState: 's', ...named }]);
});
