import type { contract } from '@app/shared/contract/index.ts';
import { alertTypeOf } from '@app/shared/watchdogs/define.ts';
import { packWorld } from '@app/shared/world/packed-world.ts';
import type { Context } from '../../context.ts';
import type { Gate, Handlers } from '../../http/implement.ts';
import { listFreshness } from '../observing/freshness.ts';
import { createKeyword, deactivateKeyword } from './keywords.ts';
import { salesDropChart } from './sales-chart/sales-drop-chart.ts';
import { getSettings, putSettings } from './settings.ts';
import { loadTenantFeatures } from './tenant-features-queries.ts';
import { bulkSetIssueStatus, muteItem, setIssueStatus } from './triage.ts';
import { streamWorldEvents } from './world-events.ts';
import type { WorldFeed } from './world-feed.ts';
import { worldFor, type WorldRequest } from './world.ts';
import { readState, viewOf } from './world-state.ts';

interface AlertRoutes {
  readonly feed: WorldFeed;
  readonly gate: Gate;
}

export function alertRoutes(ctx: Context, { feed, gate }: AlertRoutes): Handlers<typeof contract.alerts> {
  return {
    stateOfTheWorld: async ({ actor, query, reply }) => {
      if (isUnchanged(feed, viewOf(actor, ctx.config), { actor, state: query.state })) return reply.code(304).send();
      const remember = feed.look();
      const { head, answer } = await worldFor(ctx, { actor, state: query.state });
      remember(actor.tenantId, head);
      if (!answer) return reply.code(304).send();
      return reply.send(query.packed && answer.full ? packWorld(answer) : answer);
    },
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

/** Nearly every poll ends here, without asking the database. */
function isUnchanged(feed: WorldFeed, view: string, { actor, state }: WorldRequest): boolean {
  const known = feed.versionOf(actor.tenantId);
  const held = readState(state);
  return held !== null && known?.version === held.version && known.epoch === held.epoch && view === held.view;
}
