import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { acceptForms } from '../http/form-body.ts';
import { widgetScript } from './widget-script.ts';

interface ChatDeps {
  readonly appId: string;
  readonly secret: string;
  /** Tokens are dated by the machine's time, which may differ from the world's. */
  readonly clock: { now(): Date };
}

const boot = z.strictObject({
  app_id: z.string(),
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  user_hash: z.string(),
  intercom_user_jwt: z.string(),
});
const claims = z.strictObject({ user_id: z.string(), email: z.string(), exp: z.int() });

/**
 * Stands in for Intercom. The loader `GET /intercom/widget/{app id}` opens a chat that shows the user's name, and `POST
 * /intercom/api/messenger/web/ping` checks the hash and the token as strictly as the service.
 */
export const intercom =
  (deps: ChatDeps) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    acceptForms(app);

    app.get<{ Params: { appId: string } }>('/intercom/widget/:appId', (request, reply) => {
      if (request.params.appId !== deps.appId) return reply.code(404).send();
      return reply.type('text/javascript').send(widgetScript);
    });

    app.post('/intercom/api/messenger/web/ping', (request, reply) => {
      reply.header('access-control-allow-origin', request.headers.origin ?? '*');
      const given = boot.safeParse(request.body);
      if (!given.success) return reply.code(400).send({ errors: [{ code: 'parameter_invalid' }] });
      const reason = refusalOf(given.data, deps);
      if (reason !== null) return reply.code(403).send({ errors: [{ code: reason }] });
      return reply.send({ user: { name: given.data.name, email: given.data.email } });
    });
    done();
  };

function refusalOf(given: z.output<typeof boot>, { appId, secret, clock }: ChatDeps): string | null {
  if (given.app_id !== appId) return 'app_not_found';
  if (!isSame(given.user_hash, macOf(secret, given.user_id).toString('hex'))) return 'user_hash_invalid';
  const [header = '', content = '', signature = ''] = given.intercom_user_jwt.split('.');
  if (!isSame(signature, macOf(secret, `${header}.${content}`).toString('base64url'))) return 'jwt_signature_invalid';
  const read = claims.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString()));
  if (!read.success) return 'jwt_claims_invalid';
  const { user_id: userId, email, exp } = read.data;
  if (userId !== given.user_id || email !== given.email) return 'jwt_of_another_user';
  return exp * 1000 > clock.now().getTime() ? null : 'jwt_expired';
}

const macOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
