import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { changePassword, logIn, resetPassword, sendPasswordResetEmail, signOut } from '@app/shared/contract/auth.ts';
import { addChannel, newChannelSecret, testChannel } from '@app/shared/contract/channels.ts';
import { decideConsent } from '@app/shared/contract/oauth.ts';
import { authorizationCallback, authorizationRedirect } from '@app/shared/contract/sellers.ts';
import { confirmApp, logInWithCode, startApp } from '@app/shared/contract/two-factor.ts';
import { withClient } from '../../scripts/postgres/database.ts';
import { codeOfApp } from '../testing/http/authenticator-app.ts';
import { openBrowser, type Browser } from '../testing/http/browser.ts';
import { automationClient, openFeed, ownersPassword, testApi } from '../testing/http/api.ts';
import { createApi } from '../src/api.ts';
import { createLog } from '../src/lib/log.ts';

const refreshToken = 'Atzr|the-refresh-token-of-a-seller';
const authorizationCode = 'the-code-of-an-authorization';
let failsWith: Error | null = null;
const api = testApi({
  environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' },
  marketplace: {
    async exchangeCode() {
      if (failsWith) throw failsWith;
      return { refreshToken };
    },
    participations: async () => [{ marketplace: 'US', storeName: 'Brightkeel' }],
  },
});

/** Every line that the API writes at the most talkative level, in the format of production. */
const lines: string[] = [];
let app: FastifyInstance;
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const ctx = { ...api.ctx, log };
  app = await createApi(ctx, await openFeed(ctx), { operator: ctx });
});
afterAll(() => app.close());

const linkIn = (text: string | undefined): string => /token=(\S+)/.exec(text ?? '')?.[1] ?? '';
const here = (of?: Browser): Browser => openBrowser(app, of ? { cookies: of.cookies } : {});

/** Uses everything that handles secrets, rightly and wrongly, and returns the secrets. */
async function handleSecrets(owner: Browser & { readonly email: string }): Promise<readonly string[]> {
  const { email } = owner;
  const me = here(owner);
  const wrongPassword = 'a-wrong-password-9';
  await here().send(logIn, { body: { email, password: wrongPassword } });
  await here().send(logIn, { body: { email: wrongPassword, password: email } });

  const { token } = await me.call(createAccessToken, { body: { name: 'Robot', scopes: ['catalogue:read'] } });
  const unknown = `${token.slice(0, -4)}zzzz`;
  for (const bearer of [token, unknown]) {
    await app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${bearer}` } });
    await app.inject({ url: `/api/v1/me?access_token=${bearer}` });
  }

  const request = {
    client_id: automationClient.id,
    redirect_uri: automationClient.redirectUris[0] ?? '',
    response_type: 'code',
    scope: 'catalogue:read',
    state: 'state-of-the-program',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  const { redirectTo } = await me.call(decideConsent, { body: { request, isAllowed: true } });
  const code = new URL(redirectTo).searchParams.get('code') ?? '';
  const exchange = (codeVerifier: string) =>
    app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: request.redirect_uri,
        client_id: automationClient.id,
        client_secret: automationClient.secret,
        code_verifier: codeVerifier,
      }).toString(),
    });
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const programs = (await exchange(verifier)).json();
  expect(programs.access_token).toMatch(/^wp_/);
  await exchange(verifier);

  const address = 'http://127.0.0.1:1/hook?key=the-key-of-a-webhook';
  const added = await me.call(addChannel, { body: { kind: 'webhook', name: 'Warehouse', address } });
  const channel = { params: { channelId: added.channelId } };
  await me.send(testChannel, channel);
  const { secret } = await me.call(newChannelSecret, channel);

  for (const failure of [new Error('The marketplace answered 400'), null]) {
    failsWith = failure;
    const { location } = await me.call(authorizationRedirect, { query: { region: 'NA' } });
    const state = new URL(location).searchParams.get('state') ?? '';
    const query = { state, selling_partner_id: 'A1SELLER', spapi_oauth_code: authorizationCode };
    await me.send(authorizationCallback, { query });
  }

  const appSecret = (await me.call(startApp)).secret;
  const shown = codeOfApp(appSecret, api.clock.now().getTime());
  const { recoveryCodes } = await me.call(confirmApp, { body: { code: shown } });
  const newPassword = 'another horse 3';
  await me.call(changePassword, { body: { oldPassword: ownersPassword, newPassword } });
  const stepped = here();
  const pending = await stepped.call(logIn, { body: { email, password: newPassword } });
  const pendingToken = pending?.secondStep?.token ?? '';
  await stepped.send(logInWithCode, { body: { token: pendingToken, code: '000000' } });
  await stepped.call(logInWithCode, { body: { token: pendingToken, code: recoveryCodes?.[0] ?? '' } });
  const session = stepped.cookies.get('watchpost_session') ?? '';

  await api.browser().call(sendPasswordResetEmail, { body: { email } });
  await here().send(sendPasswordResetEmail, { body: { email: wrongPassword } });
  const link = linkIn(api.mails.at(-1)?.text);
  const resetTo = 'a third horse 4';
  await here().call(resetPassword, { body: { newPassword: resetTo, passwordResetToken: link } });
  await here().send(resetPassword, { body: { newPassword: resetTo, passwordResetToken: link } });
  await stepped.send(signOut);

  const passwords = [ownersPassword, newPassword, resetTo, wrongPassword];
  const ofPrograms = [token, unknown, code, verifier, automationClient.secret, programs.access_token];
  const ofSeller = [refreshToken, authorizationCode];
  const ofLogIn = [
    appSecret,
    ...(recoveryCodes ?? []),
    session.split('.')[1],
    pendingToken.split('.')[1],
    link.split('.')[1],
  ];
  const ofChannel = ['the-key-of-a-webhook', added.secret, secret];
  return [...passwords, ...ofPrograms, programs.refresh_token, ...ofSeller, ...ofLogIn, ...ofChannel].map(String);
}

test('no secret stands in the log or the audit trail, and every log-in and refusal in both', async () => {
  const owner = await api.owner();
  const secrets = await handleSecrets(owner);

  const entries = await withClient(
    api.database.superuserUrl,
    async (client) =>
      (await client.query('select kind, action, actor, subject, details from audit_events order by 1, audit_event_id'))
        .rows,
  );
  const written = `${lines.join('')}${JSON.stringify(entries)}`;
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(written).not.toContain(secret);
  }
  const ofLogIns = entries.filter(({ kind }) => kind === 'log-in').map(({ action, actor }) => [action, actor]);
  expect(ofLogIns).toEqual([
    ['log-in refused', 'somebody'],
    ['second step refused', 'somebody'],
    ['logged in', owner.email],
    ['new password asked for', 'somebody'],
  ]);
  expect(lines.filter((line) => line.includes('"log-in refused"'))).toHaveLength(2);
});

test('a log-in that is kept out is recorded once, and the owner reads log-ins apart from changes', async () => {
  const owner = await api.owner();
  for (let n = 0; n < 13; n += 1) await here().send(logIn, { body: { email: owner.email, password: 'wrong horse 1' } });

  const { events } = await owner.call(auditTrail, { query: { of: 'log-ins' } });
  expect(events.map(({ action }) => action)).toEqual(['log-in throttled', ...Array(10).fill('log-in refused')]);
  expect(events[0]?.details).toEqual({ network: '203.0.113.7' });
  expect((await owner.call(auditTrail, { query: {} })).events).toEqual([]);
});
