import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { contract } from '@app/shared/contract/index.ts';
import { spreadsheetFileName } from '@app/shared/contract/spreadsheets.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { putOwnSettings } from './own-settings.ts';
import { exportSheet, importSheet } from './spreadsheets.ts';

/** 20,000 rows weigh a fifth of this. */
const mostBytes = 5_242_880;

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** To be called on a scope of its own: no other call takes files. */
export function takeUploads(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: mostBytes },
    (_request, body, done) => done(null, body),
  );
}

export function spreadsheetRoutes(ctx: Context): Handlers<typeof contract.spreadsheets> {
  return {
    exportSpreadsheet: async ({ actor, params: { prefix }, reply }) => {
      const bytes = await exportSheet(ctx, actor, prefix);
      await reply
        .type(excel)
        .header('content-disposition', `attachment; filename="${spreadsheetFileName(prefix)}"`)
        .send(Buffer.from(bytes));
    },
    putOwnSettings: ({ actor, params, body }) => putOwnSettings(ctx, actor, { ...params, settings: body }),
    importSpreadsheet: async ({ actor, params: { prefix }, request }) =>
      importSheet(ctx, actor, { prefix, bytes: await uploadedFile(request) }),
  };
}

async function uploadedFile({ body, headers }: FastifyRequest): Promise<Uint8Array> {
  if (!Buffer.isBuffer(body)) throw new AppError('unsupportedMediaType', { text: 'Please send a file' });
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('badRequest', { text: 'The form with the file is not complete', cause });
    });
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw new AppError('badRequest', { text: 'There is no file in the form' });
  return file.bytes();
}
