import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { acceptForms } from '../http/form-body.ts';
import { accessTokenSeconds, type Grant, type Grants } from './grants.ts';

interface TokenDeps {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly grants: Grants;
  /** Returns the status with which the next request must fail, or undefined if no failure is planned. */
  takeFault(): number | undefined;
}

const client = { client_id: z.string(), client_secret: z.string() };
const forms = z.discriminatedUnion('grant_type', [
  z.strictObject({
    ...client,
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.string(),
  }),
  z.strictObject({ ...client, grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
]);
const revocation = z.strictObject({ token: z.string() });

/** Google's endpoints for tokens, `/token` and `/revoke`. */
export const tokenRoutes =
  ({ clientId, clientSecret, grants, takeFault }: TokenDeps) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    acceptForms(app);
    app.post('/token', (request, reply) => {
      const status = takeFault();
      if (status !== undefined) return reply.code(status).send({ error: 'internal_failure' });
      const parsed = forms.safeParse(request.body);
      if (!parsed.success) return reply.code(400).send({ error: 'invalid_request' });
      const form = parsed.data;
      if (form.client_id !== clientId || form.client_secret !== clientSecret) {
        return reply.code(401).send({ error: 'invalid_client', error_description: 'Unauthorized' });
      }
      const isCode = form.grant_type === 'authorization_code';
      const grant = isCode
        ? grants.redeem(form.code, form.redirect_uri, form.code_verifier)
        : grants.findRefresh(form.refresh_token);
      if (!grant) {
        const description = isCode ? 'Bad Request' : 'Token has been expired or revoked.';
        return reply.code(400).send({ error: 'invalid_grant', error_description: description });
      }
      if (!isCode) return reply.send(tokenAnswer(grants, grant));
      return reply.send({
        ...tokenAnswer(grants, grant),
        refresh_token: grants.issueRefresh(grant),
        id_token: idToken(grant, clientId),
      });
    });

    app.post('/revoke', (request, reply) => {
      const parsed = revocation.safeParse(request.body);
      if (parsed.success && grants.revoke(parsed.data.token)) return reply.send({});
      return reply.code(400).send({ error: 'invalid_token', error_description: 'Token expired or revoked' });
    });
    done();
  };

const tokenAnswer = (grants: Grants, grant: Grant) => ({
  access_token: grants.issueAccess(grant),
  expires_in: accessTokenSeconds,
  scope: grant.scopes.join(' '),
  token_type: 'Bearer',
});

/** The token has no signature: the product receives it from the token endpoint itself and need not check one. */
function idToken({ account }: Grant, clientId: string): string {
  const claims = { iss: 'https://accounts.google.com', aud: clientId, ...account, email_verified: true };
  return [{ alg: 'RS256', typ: 'JWT' }, claims, 'sandbox']
    .map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
    .join('.');
}
