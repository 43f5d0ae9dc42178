import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf, isAuthenticated, signUp } from '@app/shared/contract/auth.ts';
import { forgetCsrf } from '../../lib/http/csrf.ts';
import { isOffline } from '../../lib/http/connection.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { openAccount } from './open-account.ts';

const owner = {
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  companyName: 'Brightkeel',
  accountType: 'brand',
  password: 'a long passphrase',
} as const;

let signUpStatus: number;

beforeEach(() => {
  forgetCsrf();
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    if (url === signUp.path) return new Response(null, { status: signUpStatus });
    if (url === isAuthenticated.path) return new Response(null, { status: 503 });
    throw new TypeError(`Nothing answers ${url}`);
  });
});
afterEach(() => {
  forgetCsrf();
  isOffline.set(false);
  vi.unstubAllGlobals();
});

test('a sign-up has succeeded once the account exists, though its owner cannot be read yet', async () => {
  const client = new QueryClient();
  signUpStatus = 204;

  await expect(openAccount(client, owner)).resolves.toBeUndefined();
  expect(client.getQueryData(identityQuery.queryKey)).toBeUndefined();
});

test('a sign-up that was refused has failed', async () => {
  signUpStatus = 409;

  await expect(openAccount(new QueryClient(), owner)).rejects.toMatchObject({ status: 409 });
});
