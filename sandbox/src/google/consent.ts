import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { acceptForms } from '../http/form-body.ts';
import { html, type Markup } from '../http/html.ts';
import { sendPage } from '../http/page.ts';
import { isRegisteredRedirect, withQuery } from '../seller-central/redirect.ts';
import { googleAccounts, type Grants } from './grants.ts';

export const driveFile = 'https://www.googleapis.com/auth/drive.file';
const emailScope = 'https://www.googleapis.com/auth/userinfo.email';

interface ConsentDeps {
  readonly clientId: string;
  readonly watchpostUrl: string;
  readonly grants: Grants;
}

/**
 * The parameters of Google's consent page. A missing parameter or another value leads to an error page, as at Google.
 */
const request = z.strictObject({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string(),
  access_type: z.literal('offline'),
  prompt: z.literal('consent'),
  include_granted_scopes: z.literal('true'),
  state: z.string().check(z.minLength(20)),
  code_challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  code_challenge_method: z.literal('S256'),
});
const decision = z.strictObject({
  ...request.shape,
  account: z.optional(z.string()),
  drive: z.optional(z.literal('on')),
  decision: z.enum(['continue', 'cancel']),
});
type ConsentRequest = z.output<typeof request>;

/** Google's consent page: the account, and a box for each permission that can be left out. */
export const consent =
  (deps: ConsentDeps) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    acceptForms(app);
    app.get('/o/oauth2/v2/auth', (asked, reply) => {
      const parsed = request.safeParse(asked.query);
      if (!parsed.success) return sendProblem(reply, 'invalid_request', describe(parsed.error));
      return refuse(deps, reply, parsed.data) ?? sendConsent(reply, parsed.data);
    });
    app.post('/o/oauth2/v2/auth', (asked, reply) => {
      const parsed = decision.safeParse(asked.body);
      if (!parsed.success) return sendProblem(reply, 'invalid_request', describe(parsed.error));
      const { account: email, drive, decision: decided, ...given } = parsed.data;
      const refused = refuse(deps, reply, given);
      if (refused) return refused;
      const { state, redirect_uri: redirectUri } = given;
      if (decided === 'cancel') return reply.redirect(withQuery(redirectUri, { error: 'access_denied', state }), 302);
      const account = googleAccounts.find((one) => one.email === email) ?? googleAccounts[0];
      const scopes = ['openid', emailScope, ...(drive === 'on' ? [driveFile] : [])];
      const code = deps.grants.issueCode({ account, scopes, redirectUri, challenge: given.code_challenge });
      return reply.redirect(withQuery(redirectUri, { state, code, scope: scopes.join(' '), authuser: '0' }), 302);
    });
    done();
  };

function refuse({ clientId, watchpostUrl }: ConsentDeps, reply: FastifyReply, asked: ConsentRequest) {
  if (asked.client_id !== clientId) return sendProblem(reply, 'invalid_client', 'The OAuth client was not found.');
  const isCallback = URL.parse(asked.redirect_uri)?.pathname === '/api/googlesheets/callback';
  if (!isCallback || !isRegisteredRedirect(asked.redirect_uri, watchpostUrl)) {
    return sendProblem(reply, 'redirect_uri_mismatch', `${asked.redirect_uri} is not registered for this client.`);
  }
  const scopes = asked.scope.split(' ').toSorted();
  const known = ['email', driveFile, 'openid'].toSorted();
  if (scopes.join(' ') !== known.join(' ')) {
    return sendProblem(reply, 'invalid_scope', `This application may ask for ${known.join(', ')} only.`);
  }
  return null;
}

const describe = (error: z.core.$ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');

const sandboxBar = html`<header class="bar"><b>Sandbox Google</b><span class="tag">Accounts</span></header>`;

function sendProblem(reply: FastifyReply, code: string, text: string): FastifyReply {
  const body = html`${sandboxBar}
    <main>
      <div class="panel">
        <h1>Access blocked</h1>
        <p class="notice"><b>Error 400: ${code}.</b> ${text}</p>
      </div>
    </main>`;
  return sendPage(reply, { title: `Error ${code} · Sandbox Google`, body, status: 400 });
}

function sendConsent(reply: FastifyReply, asked: ConsentRequest): FastifyReply {
  const hidden = Object.entries(asked).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const body = html`${sandboxBar}
    <main>
      <form class="panel" method="post" action="/google/o/oauth2/v2/auth">
        <h1>Watchpost wants to access your Google Account</h1>
        ${hidden}
        <fieldset>
          <legend>Choose an account</legend>
          ${googleAccounts.map(accountChoice)}
        </fieldset>
        <label class="choice">
          <input type="checkbox" name="drive" value="on" checked />
          <span>See, edit, create and delete only the specific Google Drive files you use with this app</span>
        </label>
        <div class="row">
          <button class="primary" type="submit" name="decision" value="continue">Continue</button>
          <button type="submit" name="decision" value="cancel">Cancel</button>
        </div>
      </form>
      <p class="dim small">This page stands in for Google. Nothing here reaches a real account.</p>
    </main>`;
  return sendPage(reply, { title: 'Watchpost wants access · Sandbox Google', body });
}

const accountChoice = ({ email }: { readonly email: string }, index: number): Markup =>
  html`<label class="choice">
    <input type="radio" name="account" value="${email}" required ${index === 0 ? html`checked` : html``} />
    <span><b>${email}</b></span>
  </label>`;
