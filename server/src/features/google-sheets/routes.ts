import { AppError } from '@app/shared/base/errors.ts';
import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Google } from '../../external/google/google.ts';
import { readIdToken } from '../../external/google/id-token.ts';
import type { Grant } from '../../external/oauth/oauth-client.ts';
import type { Handlers } from '../../http/implement.ts';
import { beginConnecting } from '../connections/begin-connecting.ts';
import { findConnection } from '../connections/connection-queries.ts';
import { finishConnecting, type ConsentingAccount } from '../connections/finish-connecting.ts';
import type { ConnectionService } from '../connections/service.ts';
import { shapeConnection } from '../connections/standing.ts';
import { googleSheetsService, serviceId } from './service.ts';
import { findGoogleId, findSheet, keepSheet } from './sheet-queries.ts';

type SheetsContext = Pick<Context, 'config' | 'db' | 'clock' | 'random' | 'keys' | 'log'> & {
  readonly google: Google | null;
};

const returnPath = '/settings';
/** A tenant has one spreadsheet. */
const subject = '';

export function googleSheetsRoutes(ctx: SheetsContext): Handlers<typeof contract.googleSheets> {
  const service = (): ConnectionService => {
    if (!ctx.google) throw new AppError('serviceOff');
    return googleSheetsService(ctx.google, ctx.config);
  };
  return {
    async googleSheetsAuthorizationUrl({ actor }) {
      const { authorizationUrl } = await beginConnecting(ctx, actor, { service: service(), subject, returnPath });
      return { authorizationUrl: authorizationUrl.href };
    },

    async googleSheetsCallback({ actor, query, reply }) {
      const answer = { state: query.state, code: query.code, error: query.error };
      const path = await finishConnecting(ctx, { actor, answer, serviceId, serviceOf: service, identify });
      await reply.redirect(path, 303);
    },

    googleSheetsStatus: ({ actor: { tenantId } }) =>
      ctx.db.tenant(tenantId, async (tx) => {
        const connection = await findConnection(tx, { tenantId, service: serviceId, subject });
        const sheet = connection && (await findSheet(tx, connection));
        const isPending = connection?.state === 'pending';
        return {
          enabled: connection !== null,
          email: isPending ? 'pending' : (connection?.label ?? null),
          spreadsheetId: sheet?.spreadsheetId ?? null,
          connectionError: connection?.state === 'error' ? connection.reason : null,
          available: ctx.google !== null,
          spreadsheetUrl: sheet?.spreadsheetUrl ?? null,
          authorizationId: connection?.authorizationId ?? null,
          connection: connection && shapeConnection(connection),
        };
      }),
  };
}

async function identify({ idToken }: Grant): Promise<ConsentingAccount> {
  const account = readIdToken(idToken);
  if (!account) throw new AppError('connectionFailed');
  return {
    label: account.email,
    title: 'Google Sheets',
    isListed: true,
    isSameAs: async (tx, before) => (await findGoogleId(tx, before)) === account.sub,
    save: (tx, key) => keepSheet(tx, key, account.sub),
  };
}
