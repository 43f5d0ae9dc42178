import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import * as oauth from 'oauth4webapi';
import { expect, test } from './harness/fixtures.ts';
import { panel } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

test('a program asks for access, a person allows it after the log-in, and the owner ends it', async ({
  page,
  house,
  signUp,
  request,
}) => {
  await using program = await openProgram();
  const { owner } = await signUp();
  await page.context().clearCookies();
  const verifier = oauth.generateRandomCodeVerifier();
  const address = new URL('/oauth/authorize', house.url);
  const parameters = {
    client_id: program.clientId,
    redirect_uri: program.redirectUri,
    response_type: 'code',
    scope: 'catalogue:read',
    state: '0012e3',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);

  await page.goto(address.href);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Allow Desk assistant access?' })).toBeVisible();
  await expect(page.getByText('Read products, alerts, sales and stock')).toBeVisible();
  await expect(page.getByText(`only that ${new URL(program.clientId).host} says so`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(/\/callback\?/);

  const answer = new URL(page.url()).searchParams;
  expect(answer.get('state')).toBe('0012e3');
  expect(answer.get('iss')).toBe(house.url);
  const exchanged = await request.post('/oauth/token', {
    form: {
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: program.redirectUri,
      client_id: program.clientId,
    },
  });
  const { access_token: token } = tokensShape.parse(await exchanged.json());
  const ask = () => request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status()).toBe(200);

  await page.goto('/settings');
  const apps = panel(page, 'Connected apps');
  await expect(apps.getByText('Desk assistant')).toBeVisible();
  await apps.getByRole('button', { name: 'Revoke authorization' }).click();
  expect((await ask()).status()).toBe(200);
  await apps.getByRole('button', { name: 'Confirm revoking authorization' }).click();
  await expect(apps).toHaveCount(0);
  expect((await ask()).status()).toBe(401);
});

const tokensShape = z.object({ access_token: z.string() });

/** A program of others, which publishes a description of itself and has a page to return to. */
async function openProgram() {
  const urls = { own: '' };
  const server = createServer((request, response) => {
    const isDescription = request.url === '/client.json';
    response.setHeader('content-type', isDescription ? 'application/json' : 'text/html');
    const description = {
      client_id: `${urls.own}/client.json`,
      client_name: 'Desk assistant',
      redirect_uris: ['http://127.0.0.1/callback'],
    };
    response.end(isDescription ? JSON.stringify(description) : '<title>Done</title>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  urls.own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    clientId: `${urls.own}/client.json`,
    redirectUri: `${urls.own}/callback`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
