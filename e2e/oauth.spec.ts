import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { expect, test } from './harness/fixtures.ts';
import { panel } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

test('an assistant asks for access, a person allows it after the log-in, it asks its questions, and the owner ends it', async ({
  page,
  house,
  signUp,
}) => {
  await using program = await openProgram();
  const { owner } = await signUp();
  await page.context().clearCookies();
  const provider = oauthProvider(program);
  const transport = () => new StreamableHTTPClientTransport(new URL('/mcp', house.url), { authProvider: provider });
  const refused = transport();
  await expect(new Client(identity).connect(refused)).rejects.toBeInstanceOf(UnauthorizedError);
  const address = provider.asked?.href ?? '';
  expect(new URL(address).searchParams.get('resource')).toBe(new URL('/mcp', house.url).href);

  await page.goto(address);
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
  await refused.finishAuth(answer);
  const assistant = new Client(identity);
  await assistant.connect(transport());
  const ask = () => assistant.callTool({ name: 'list_problems', arguments: {} });
  expect((await ask()).structuredContent).toMatchObject({ problems: [] });

  await page.goto('/settings');
  const apps = panel(page, 'Connected apps');
  await expect(apps.getByText('Desk assistant')).toBeVisible();
  await apps.getByRole('button', { name: 'Revoke authorization' }).click();
  expect((await ask()).isError).toBeFalsy();
  await apps.getByRole('button', { name: 'Confirm revoking authorization' }).click();
  await expect(apps).toHaveCount(0);
  await expect(ask()).rejects.toThrow();
});

test('a request for access that did not load in an outage can be loaded again', async ({ page, signUp }) => {
  await signUp();
  const call = '**/api/identity/oauth/consent?**';
  await page.route(call, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/oauth/authorize?client_id=nobody&redirect_uri=http://localhost/callback&response_type=code');
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();

  await page.unroute(call);
  await again.click();

  // The server refuses this request for good, so that another attempt is of no use.
  await expect(page.getByRole('heading', { name: 'This does not work' })).toBeVisible();
  await expect(again).toBeHidden();
});

test('a decision whose program is an app of the device leaves no question behind that seems to be sent still', async ({
  page,
  signUp,
}) => {
  await signUp();
  const asked = { redirectTo: null, name: 'Desk', host: 'desk.example', returnsTo: 'com.example.desk', opensApp: true };
  const address = 'com.example.desk:/callback?code=1';
  await page.route('**/api/identity/oauth/consent**', (route) =>
    route.fulfill({
      json: route.request().method() === 'GET' ? { ...asked, scopes: ['catalogue:read'] } : { redirectTo: address },
    }),
  );
  await page.goto('/oauth/authorize?client_id=desk&redirect_uri=com.example.desk:/callback&response_type=code');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();

  await expect(page.getByRole('heading', { name: 'You return to the program' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the program' })).toHaveAttribute('href', address);
  expect(await violations(page)).toEqual([]);
});

const identity = { name: 'desk-assistant', version: '1.0.0' };

type Program = Pick<Awaited<ReturnType<typeof openProgram>>, 'clientId' | 'redirectUri'>;

/** Returns an OAuth client provider for an assistant, which keeps its state and tokens in memory. */
function oauthProvider({ clientId, redirectUri }: Program): OAuthClientProvider & { readonly asked: URL | null } {
  const kept: { asked: URL | null; verifier: string; tokens?: StoredOAuthTokens; found?: OAuthDiscoveryState } = {
    asked: null,
    verifier: '',
  };
  return {
    redirectUrl: redirectUri,
    clientMetadata: { redirect_uris: [redirectUri], client_name: 'Desk assistant', token_endpoint_auth_method: 'none' },
    state: () => '0012e3',
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (address) => void (kept.asked = address),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (found) => void (kept.found = found),
    discoveryState: () => kept.found,
    invalidateCredentials: (scope) => {
      if (scope === 'all' || scope === 'tokens') delete kept.tokens;
    },
    get asked() {
      return kept.asked;
    },
  };
}

/** Starts a third-party program that publishes its client metadata and has a page to which the consent redirects. */
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
