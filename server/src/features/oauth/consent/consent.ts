import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { ConsentRequest, decideConsent, describeConsent } from '@app/shared/contract/oauth.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { newTokenText } from '../../auth/access-tokens/token-text.ts';
import { holdSession } from '../../auth/sessions/hold-session.ts';
import type { ClientContext } from '../clients/find-client.ts';
import { appScheme } from '../clients/redirect-uri.ts';
import { insertCode } from '../tokens/code-queries.ts';
import { checkRequest, returnTo } from './authorization-request.ts';

export async function describe(
  ctx: ClientContext,
  actor: Actor,
  asked: ConsentRequest,
): Promise<Answer<typeof describeConsent>> {
  const checked = await checkRequest(ctx, actor, asked);
  if (!checked.ok) {
    return { redirectTo: checked.redirectTo, name: '', host: null, returnsTo: '', opensApp: false, scopes: [] };
  }
  const { client, redirectUri, scopes } = checked.request;
  const scheme = appScheme(redirectUri);
  return {
    redirectTo: null,
    name: client.name,
    host: client.host,
    returnsTo: scheme ?? new URL(redirectUri).host,
    opensApp: scheme !== null,
    scopes: [...scopes],
  };
}

const codeLifetimeMs = minuteMs;

type ConsentContext = ClientContext & Pick<Context, 'random'>;

interface Decision {
  readonly request: ConsentRequest;
  readonly isAllowed: boolean;
}

/** Checks the whole request again, because the consent page sends it back and the browser could have changed it. */
export async function decide(
  ctx: ConsentContext,
  actor: Actor,
  { request: asked, isAllowed }: Decision,
): Promise<Answer<typeof decideConsent>> {
  const checked = await checkRequest(ctx, actor, asked);
  if (!checked.ok) return { redirectTo: checked.redirectTo };
  const { client, ...request } = checked.request;
  const back = { redirectUri: request.redirectUri, state: asked.state };
  if (!isAllowed) return { redirectTo: returnTo(ctx, back, { error: 'access_denied' }) };
  const code = newTokenText(ctx.random, 'code');
  const { tenantId, email } = actor;
  const now = ctx.clock.now();
  await ctx.db.tenant(tenantId, async (tx) => {
    await holdSession(tx, actor);
    await insertCode(tx, {
      ...actor,
      ...request,
      codeHash: hashToken(code),
      clientId: client.clientId,
      clientName: client.name,
      expiresAt: new Date(now.getTime() + codeLifetimeMs),
    });
    const details = { scopes: request.scopes };
    await recordAudit(tx, [
      { tenantId, at: now, actor: email, action: 'authorization given', subject: client.name, details },
    ]);
  });
  return { redirectTo: returnTo(ctx, back, { code }) };
}
