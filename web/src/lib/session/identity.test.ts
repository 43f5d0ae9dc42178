import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf, isAuthenticated } from '@app/shared/contract/auth.ts';
import { forgetCsrf } from '../http/csrf.ts';
import { loadNewIdentity } from './identity.ts';
import { checkLogin, forgetLogin, isReplaced } from './session.ts';

const owner = {
  email: 'owner@brightkeel.example',
  emailAddressId: '1',
  emailVerified: true,
  verificationEmailSent: false,
  anySellerAccountSetupCompleted: true,
  paymentStatus: 0,
  secondsSinceFirstSellerAccountCreated: null,
  intercomAppId: null,
  userHash: null,
  chat: null,
  isOwner: true,
  maySetWatchdogs: true,
  firstName: 'Grace',
  lastName: 'Hopper',
  nextDigestAt: null,
  lacksTwoFactor: false,
  deletedAt: null,
};

beforeEach(() => {
  forgetCsrf();
  forgetLogin();
  checkLogin();
});
afterEach(() => vi.unstubAllGlobals());

test('a person who logs in while the page asks who is logged in does not take the page over', async () => {
  vi.stubGlobal('document', { cookie: 'watchpost_login=owner' });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    expect(url).toBe(isAuthenticated.path);
    vi.stubGlobal('document', { cookie: 'watchpost_login=guest' });
    return Response.json(owner);
  });

  expect(await loadNewIdentity(new QueryClient())).toMatchObject({ email: owner.email });

  checkLogin();
  expect(isReplaced.get()).toBe(true);
});
