import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';
import { address } from './address.ts';

const scope = 'catalogue:read alerts:write hooks:write billing:read';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Returns the OAuth credentials of the Zapier app, which the installation lists in `OAUTH_CLIENTS`. */
const client = () => ({
  client_id: process.env['CLIENT_ID'],
  client_secret: process.env['CLIENT_SECRET'],
});

async function requestTokens(z: ZObject, grant: Readonly<Record<string, unknown>>) {
  const response = await z.request<Tokens>({
    url: address('/oauth/token'),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { ...grant, ...client() },
  });
  const { access_token, refresh_token } = response.data;
  return { access_token, refresh_token };
}

export const authentication: Authentication = {
  type: 'oauth2',
  oauth2Config: {
    authorizeUrl: {
      url: '{{process.env.WATCHPOST_URL}}/oauth/authorize',
      params: {
        client_id: '{{process.env.CLIENT_ID}}',
        state: '{{bundle.inputData.state}}',
        redirect_uri: '{{bundle.inputData.redirect_uri}}',
        response_type: 'code',
      },
    },
    scope,
    enablePkce: true,
    autoRefresh: true,
    getAccessToken: (z: ZObject, { inputData }: Bundle) =>
      requestTokens(z, {
        grant_type: 'authorization_code',
        code: inputData['code'],
        code_verifier: inputData['code_verifier'],
        redirect_uri: inputData['redirect_uri'],
      }),
    refreshAccessToken: (z: ZObject, { authData }: Bundle) =>
      requestTokens(z, { grant_type: 'refresh_token', refresh_token: authData['refresh_token'] }),
  },
  test: { url: '{{process.env.WATCHPOST_URL}}/api/v1/me' },
  connectionLabel: '{{company}}',
};
