import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { createKeyword, deactivateKeyword } from './keywords.ts';
import { changeDefaultSettings } from './default-settings.ts';
import { changeSettings, getSettings, putSettings } from './settings.ts';
import { setIncident } from './incidents.ts';
import { bulkSetIssueStatus, muteItem, muteItems, setIssueStatus } from './triage.ts';

export function triageRoutes(ctx: Context): Handlers<typeof contract.triage> {
  return {
    setIssueStatus: ({ actor, params, query }) => setIssueStatus(ctx, actor, { ...params, ...query }),
    bulkSetIssueStatus: ({ actor, body }) => bulkSetIssueStatus(ctx, actor, body),
    muteItem: ({ actor, params, body }) => muteItem(ctx, actor, { id: params.id, ...body }),
    unmuteItem: ({ actor, params }) => muteItem(ctx, actor, { id: params.id, minutes: -1 }),
    bulkMute: ({ actor, body }) => muteItems(ctx, actor, body),
    setIncident: ({ actor, body }) => setIncident(ctx, actor, body),
    getWatchdogSettings: ({ actor, params }) => getSettings(ctx, actor, params.type),
    putWatchdogSettings: ({ actor, params, body }) => putSettings(ctx, actor, { type: params.type, settings: body }),
    changeWatchdogSettings: ({ actor, params, body }) => changeSettings(ctx, actor, { ...params, ...body }),
    changeDefaultSettings: ({ actor, params, body: { brand = null, ...body } }) =>
      changeDefaultSettings(ctx, actor, { ...params, ...body, brand }),
    createKeyword: ({ actor, body }) => createKeyword(ctx, actor, body),
    deactivateKeyword: ({ actor, body }) => deactivateKeyword(ctx, actor, body.watchDogId),
  };
}
