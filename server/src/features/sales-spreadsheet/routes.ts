import { AppError } from '@app/shared/base/errors.ts';
import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { excelType } from '../../lib/spreadsheet/spreadsheet.ts';
import { openDownload } from './download-spreadsheet.ts';
import { refusalPage } from './refusal-page.ts';
import { previewSpreadsheet, requestSpreadsheet } from './request-spreadsheet.ts';

export function salesSpreadsheetRoutes(ctx: Context): Handlers<typeof contract.salesSpreadsheet> {
  return {
    requestSalesSpreadsheet: ({ actor, body }) => requestSpreadsheet(ctx, actor, body),
    previewSalesSpreadsheet: ({ actor, query }) => previewSpreadsheet(ctx, actor, query),
    downloadSalesSpreadsheet: async ({ query, request, reply }) => {
      const download = await openDownload(ctx, query.token).catch((error: unknown) => {
        if (error instanceof AppError && request.headers.accept?.includes('text/html')) return error;
        throw error;
      });
      if (download instanceof AppError) {
        await reply.code(download.status).type('text/html; charset=utf-8').send(refusalPage(download, ctx.config));
        return;
      }
      const { fileName, byteCount, bytes } = download;
      await reply
        .type(excelType)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('content-length', byteCount)
        .header('cache-control', 'private, no-store')
        .send(bytes);
    },
  };
}
