import type { contract } from '@app/shared/contract/index.ts';
import { productSheetName } from '@app/shared/contract/product-sheet.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { uploadedFile } from '../../http/uploads.ts';
import { excelType } from '../../lib/spreadsheet/spreadsheet.ts';
import { autoSelect } from './auto-select.ts';
import { describeProductSettings, putSettings } from './product-settings.ts';
import { exportProductSheet, importProductSheet } from './product-sheet.ts';

export function productSettingsRoutes(ctx: Context): Handlers<typeof contract.productSettings> {
  return {
    getProductSettings: ({ actor, query }) => describeProductSettings(ctx, actor, query),
    putProductSettings: ({ actor, body }) => putSettings(ctx, actor, body),
    autoSelectProducts: ({ actor, body, request }) => autoSelect(ctx, actor, { ...body, ip: request.ip }),
  };
}

export function productSheetRoutes(ctx: Context): Handlers<typeof contract.productSheet> {
  return {
    exportProducts: async ({ actor, reply }) => {
      const bytes = await exportProductSheet(ctx, actor);
      await reply
        .type(excelType)
        .header('content-disposition', `attachment; filename="${productSheetName}"`)
        .send(Buffer.from(bytes));
    },
    importProducts: async ({ actor, query: { preview, fingerprint }, request }) =>
      importProductSheet(ctx, actor, {
        bytes: await uploadedFile(request),
        isPreview: preview === 'true',
        seen: fingerprint,
      }),
  };
}
