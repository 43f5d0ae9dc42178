import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { acceptForms } from '../http/form-body.ts';
import type { ReplayEntry } from '../sp-api/replay/replay-entry.ts';
import type { Faults } from '../world/events/faults.ts';
import type { AuthorizationCodes } from './codes.ts';
import { accessTokenSeconds, type Tokens } from './tokens.ts';

interface TokenEndpointDeps {
  clientId: string;
  clientSecret: string;
  tokens: Tokens;
  codes: AuthorizationCodes;
  faults: Pick<Faults, 'takeForToken'>;
  newId: () => string;
  /** Returns the captured response that was selected as the next answer, if any. */
  takeCaptured?: (() => ReplayEntry | undefined) | undefined;
  /** Called for every refused token request. */
  onRefusal: (refusal: { status: number; operation: string; reason: string }) => void;
}

type Form = Readonly<Record<string, string>>;
type Answer = { status: 200; body: object } | { status: 400 | 401; error: string; description: string };

const grantlessScopes = ['sellingpartnerapi::notifications', 'sellingpartnerapi::client_credential:rotation'];

const missingParameter = (parameter: string): Answer => ({
  status: 400,
  error: 'invalid_request',
  description: `The request is missing a required parameter : ${parameter}`,
});
const invalidGrant = (parameter: string): Answer => ({
  status: 400,
  error: 'invalid_grant',
  description: `The request has an invalid grant parameter : ${parameter}`,
});

const invalidClient: Answer = { status: 401, error: 'invalid_client', description: 'Client authentication failed' };

const grants: Readonly<Record<string, (form: Form, deps: TokenEndpointDeps) => Answer>> = {
  authorization_code(form, { codes, tokens }) {
    if (!form.code) return missingParameter('code');
    const redeemed = codes.redeem(form.code, form.redirect_uri);
    if (!redeemed.ok) return invalidGrant(redeemed.parameter);
    const { sellingPartnerId } = redeemed;
    return tokenAnswer(tokens.accessTokenFor(sellingPartnerId), {
      refresh_token: tokens.refreshTokenFor(sellingPartnerId),
    });
  },
  refresh_token(form, { tokens, faults }) {
    if (!form.refresh_token) return missingParameter('refresh_token');
    const sellingPartnerId = tokens.findRefresh(form.refresh_token);
    if (sellingPartnerId === undefined) return invalidGrant('refresh_token');
    const fault = faults.takeForToken(sellingPartnerId);
    if (fault) return fault === 'invalidGrant' ? invalidGrant('refresh_token') : invalidClient;
    return tokenAnswer(tokens.accessTokenFor(sellingPartnerId), { refresh_token: form.refresh_token });
  },
  client_credentials(form, { tokens }) {
    if (!form.scope) return missingParameter('scope');
    if (!grantlessScopes.includes(form.scope)) {
      return { status: 400, error: 'invalid_scope', description: 'The request has an invalid parameter : scope' };
    }
    return tokenAnswer(tokens.grantlessToken(form.scope), { scope: form.scope });
  },
};

/** Login with Amazon's token endpoint. Error texts are literal where a capture contains them. */
export function tokenEndpoint(deps: TokenEndpointDeps): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    acceptForms(app);
    app.setErrorHandler((_error, _request, reply) => {
      const description = 'The request must be a form in application/x-www-form-urlencoded';
      return send(reply, { status: 400, error: 'invalid_request', description }, deps);
    });
    app.post('/auth/o2/token', (request, reply) => {
      const captured = deps.takeCaptured?.();
      if (captured) return reply.code(captured.status).headers(captured.headers).send(captured.body);
      const form = z.record(z.string(), z.string()).safeParse(request.body);
      return send(reply, answerTokenRequest(form.success ? form.data : {}, deps), deps);
    });
  };
}

function answerTokenRequest(form: Form, deps: TokenEndpointDeps): Answer {
  if (!form.grant_type) return missingParameter('grant_type');
  const grant = Object.hasOwn(grants, form.grant_type) ? grants[form.grant_type] : undefined;
  if (!grant) {
    const description = 'The authorization grant type is not supported by the authorization server';
    return { status: 400, error: 'unsupported_grant_type', description };
  }
  if (!form.client_id) return missingParameter('client_id');
  if (form.client_id !== deps.clientId || form.client_secret !== deps.clientSecret) {
    return invalidClient;
  }
  return grant(form, deps);
}

const tokenAnswer = (accessToken: string, rest: object): Answer => ({
  status: 200,
  body: { access_token: accessToken, token_type: 'bearer', expires_in: accessTokenSeconds, ...rest },
});

function send(reply: FastifyReply, result: Answer, deps: TokenEndpointDeps): FastifyReply {
  const requestId = deps.newId();
  reply
    .code(result.status)
    .headers({
      'x-amzn-requestid': requestId,
      'cache-control': 'no-cache, no-store, must-revalidate',
      pragma: 'no-cache',
    })
    .type('application/json;charset=UTF-8');
  if (result.status === 200) return reply.send(result.body);
  const { status, error, description } = result;
  deps.onRefusal({ status, operation: 'LWA token', reason: `${error}: ${description}` });
  return reply.send({ error_description: description, error, request_id: requestId });
}
