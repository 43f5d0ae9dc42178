import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { autoSelect } from './auto-select.ts';
import { describeProductSettings, putSettings } from './product-settings.ts';

export function productSettingsRoutes(ctx: Context): Handlers<typeof contract.productSettings> {
  return {
    getProductSettings: ({ actor }) => describeProductSettings(ctx, actor),
    putProductSettings: ({ actor, body }) => putSettings(ctx, actor, body),
    autoSelectProducts: ({ actor, body, request }) => autoSelect(ctx, actor, { ...body, ip: request.ip }),
  };
}
