import { createHmac } from 'node:crypto';
import { dayMs } from '@app/shared/base/time.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { isAuthenticated } from '@app/shared/contract/auth.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';

type ChatIdentity = Pick<Answer<typeof isAuthenticated>, 'intercomAppId' | 'userHash' | 'chat'>;

/**
 * The lifetime of a token, and so the time for which a leaked one can be used. A page that stays open requests its next
 * token before the current one expires.
 */
const tokenLivesMs = dayMs;

/**
 * Returns the proof by which the chat service knows the person. The hash never expires; the service accepts it only
 * while it is not set to require the token.
 */
export function chatIdentity(
  chat: Context['config']['chat'],
  { tenantId, emailAddressId, email }: Pick<Actor, 'tenantId' | 'emailAddressId' | 'email'>,
  now: Date,
): ChatIdentity {
  if (!chat) return { intercomAppId: null, userHash: null, chat: null };
  const { appId, secret, loaderUrl, apiBase } = chat;
  const userId = `${tenantId}:${emailAddressId}`;
  const exp = Math.floor((now.getTime() + tokenLivesMs) / 1000);
  return {
    intercomAppId: appId,
    userHash: macOf(secret, userId).toString('hex'),
    chat: { userId, token: signedToken(secret, { user_id: userId, email, exp }), loaderUrl, apiBase },
  };
}

const macOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** A JSON Web Token, signed with HS256 (RFC 7519). */
function signedToken(secret: string, claims: object): string {
  const content = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${macOf(secret, content).toString('base64url')}`;
}
