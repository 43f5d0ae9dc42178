import { createHash } from 'node:crypto';
import { decideConsent } from '@app/shared/contract/oauth.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { automationClient, ownersPassword, type TestApi } from './api.ts';
import type { Browser } from './browser.ts';

export interface ProgramTokens {
  readonly access: string;
  readonly refresh: string;
}

type Api = Pick<TestApi, 'app'>;

/** Lets a program of others act for a person, who gives the password for it. */
export async function connectProgram(
  api: Api,
  person: Browser,
  scope = 'catalogue:read hooks:write',
): Promise<ProgramTokens> {
  const verifier = 'v'.repeat(43);
  const returned = { client_id: automationClient.id, redirect_uri: automationClient.redirectUris[0] ?? '' };
  const request = {
    ...returned,
    response_type: 'code',
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  await person.call(provePassword, { body: { password: ownersPassword } });
  const { redirectTo } = await person.call(decideConsent, { body: { request, isAllowed: true } });
  const code = new URL(redirectTo).searchParams.get('code') ?? '';
  return askForTokens(api, { ...returned, grant_type: 'authorization_code', code, code_verifier: verifier });
}

/** Renews the tokens of a program. */
export const renewTokens = (api: Api, { refresh }: ProgramTokens): Promise<ProgramTokens> =>
  askForTokens(api, { client_id: automationClient.id, grant_type: 'refresh_token', refresh_token: refresh });

/** Lets a program give one of its tokens back. */
export async function giveBack(api: Api, token: string): Promise<void> {
  await postForm(api, '/oauth/revoke', { client_id: automationClient.id, token });
}

async function askForTokens(api: Api, form: Record<string, string>): Promise<ProgramTokens> {
  const { access_token: access, refresh_token: refresh } = (await postForm(api, '/oauth/token', form)).json();
  return { access, refresh };
}

const postForm = ({ app }: Api, url: string, form: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...form, client_secret: automationClient.secret }).toString(),
  });
