import type { contract } from '@app/shared/contract/index.ts';
import { spreadsheetFileName } from '@app/shared/contract/spreadsheets.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { uploadedFile } from '../../../http/uploads.ts';
import { excelType } from '../../../lib/spreadsheet/spreadsheet.ts';
import { changeOwnSettings, putOwnSettings } from './own-settings.ts';
import { exportSheet, importSheet } from './spreadsheets.ts';

export function spreadsheetRoutes(ctx: Context): Handlers<typeof contract.spreadsheets> {
  return {
    exportSpreadsheet: async ({ actor, params: { prefix }, reply }) => {
      const bytes = await exportSheet(ctx, actor, prefix);
      await reply
        .type(excelType)
        .header('content-disposition', `attachment; filename="${spreadsheetFileName(prefix)}"`)
        .send(Buffer.from(bytes));
    },
    putOwnSettings: ({ actor, params, body }) => putOwnSettings(ctx, actor, { ...params, settings: body }),
    changeOwnSettings: ({ actor, params, body }) => changeOwnSettings(ctx, actor, { ...params, ...body }),
    importSpreadsheet: async ({ actor, params: { prefix }, query: { preview, fingerprint }, request }) =>
      importSheet(ctx, actor, {
        prefix,
        bytes: await uploadedFile(request),
        isPreview: preview === 'true',
        seen: fingerprint,
      }),
  };
}
