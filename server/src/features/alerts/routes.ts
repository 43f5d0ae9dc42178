import type { contract } from '@app/shared/contract/index.ts';
import { alertTypeOf } from '@app/shared/watchdogs/define.ts';
import type { Context } from '../../context.ts';
import type { Gate, Handlers } from '../../http/implement.ts';
import { listFreshness } from '../observing/freshness.ts';
import { createKeyword, deactivateKeyword } from './keywords.ts';
import { salesDropChart } from './sales-chart/sales-drop-chart.ts';
import { worldSender } from './send-world.ts';
import { getSettings, putSettings } from './settings.ts';
import { loadTenantFeatures } from './tenant-features-queries.ts';
import { bulkSetIssueStatus, muteItem, muteItems, setIssueStatus } from './triage.ts';
import { streamWorldEvents } from './world-events.ts';
import type { WorldFeed } from './world-feed.ts';

interface AlertRoutes {
  readonly feed: WorldFeed;
  readonly gate: Gate;
}

export function alertRoutes(ctx: Context, { feed, gate }: AlertRoutes): Handlers<typeof contract.alerts> {
  const sendWorld = worldSender(ctx, feed);
  return {
    stateOfTheWorld: sendWorld,
    worldEvents: ({ actor, request, reply }) =>
      streamWorldEvents(request, reply, {
        actor,
        feed,
        clock: ctx.clock,
        isAlive: async () => (await gate.findActor(request)) !== null,
      }),
    freshness: async ({ actor }) => ({
      sources: await ctx.db.tenant(actor.tenantId, (tx) => listFreshness(tx, actor, ctx.clock.now())),
    }),
    setIssueStatus: ({ actor, params }) => setIssueStatus(ctx, actor, params),
    bulkSetIssueStatus: ({ actor, body }) => bulkSetIssueStatus(ctx, actor, body),
    muteItem: ({ actor, params, body }) => muteItem(ctx, actor, { id: params.id, minutes: body.minutes }),
    unmuteItem: ({ actor, params }) => muteItem(ctx, actor, { id: params.id, minutes: -1 }),
    bulkMute: ({ actor, body }) => muteItems(ctx, actor, body),
    getWatchdogSettings: ({ actor, params }) => getSettings(ctx, actor, params.type),
    putWatchdogSettings: ({ actor, params, body }) => putSettings(ctx, actor, { type: params.type, settings: body }),
    createKeyword: ({ actor, body }) => createKeyword(ctx, actor, body),
    deactivateKeyword: ({ actor, body }) => deactivateKeyword(ctx, actor, body.watchDogId),
    salesDropChart: async ({ actor, params, reply }) => {
      const picture = await salesDropChart(ctx, actor, params.watchDogId);
      await reply.type('image/svg+xml').header('content-security-policy', pictureOnly).send(picture);
    },
    suppressedAlerts: async ({ actor }) => {
      const { suppressedTypes } = await ctx.db.tenant(actor.tenantId, (tx) => loadTenantFeatures(tx, actor.tenantId));
      return suppressedTypes.map(alertTypeOf);
    },
  };
}

/** A picture of ours holds no script; should one ever, it does not run. */
const pictureOnly = "default-src 'none'; style-src 'unsafe-inline'";
