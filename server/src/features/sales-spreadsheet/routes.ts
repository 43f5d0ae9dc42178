import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { excelType } from '../../lib/spreadsheet/spreadsheet.ts';
import { openDownload } from './download-spreadsheet.ts';
import { previewSpreadsheet, requestSpreadsheet } from './request-spreadsheet.ts';

export function salesSpreadsheetRoutes(ctx: Context): Handlers<typeof contract.salesSpreadsheet> {
  return {
    requestSalesSpreadsheet: ({ actor, body }) => requestSpreadsheet(ctx, actor, body),
    previewSalesSpreadsheet: ({ actor, query }) => previewSpreadsheet(ctx, actor, query),
    downloadSalesSpreadsheet: async ({ query, reply }) => {
      const { fileName, byteCount, bytes } = await openDownload(ctx, query.token);
      await reply
        .type(excelType)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('content-length', byteCount)
        .header('cache-control', 'private, no-store')
        .send(bytes);
    },
  };
}
