import type { contract } from '@app/shared/contract/index.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import type { Context } from '../../context.ts';
import type { Gate, Handlers } from '../../http/implement.ts';
import { loadTenantFeatures } from '../judging/settings/tenant-features-queries.ts';
import { listFreshness } from '../observing/freshness.ts';
import { streamWorldEvents, type StreamOptions } from './events.ts';
import type { WorldFeed } from './feed.ts';
import { salesDropChart } from './sales-chart/sales-drop-chart.ts';
import { noticesFor } from './world.ts';
import { worldSender } from './send-world.ts';

interface WorldRoutes {
  readonly feed: WorldFeed;
  readonly gate: Gate;
  readonly addStream: StreamOptions['addStream'];
}

export function worldRoutes(ctx: Context, { feed, gate, addStream }: WorldRoutes): Handlers<typeof contract.world> {
  return {
    stateOfTheWorld: worldSender(ctx, feed),
    worldEvents: ({ actor, request, reply }) =>
      streamWorldEvents(request, reply, {
        actor,
        feed,
        clock: ctx.clock,
        addStream,
        isAlive: async () => (await gate.findActor(request)) !== null,
      }),
    freshness: async ({ actor }) => ({
      sources: await ctx.db.tenant(actor.tenantId, (tx) => listFreshness(tx, actor, ctx.clock.now())),
    }),
    accountNotices: ({ actor }) => noticesFor(ctx, actor),
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

/** Forbids scripts, in case a defect ever lets a script into a picture. */
const pictureOnly = "default-src 'none'; style-src 'unsafe-inline'";
