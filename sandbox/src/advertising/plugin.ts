import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../http/form-body.ts';
import { createAuthorizationCodes } from '../lwa/codes.ts';
import { tokenEndpoint } from '../lwa/token-endpoint.ts';
import { createTokens } from '../lwa/tokens.ts';
import type { World } from '../world/world.ts';
import { adsApi } from './api.ts';
import { consent } from './consent.ts';
import { createAdvertisingEvents } from './events.ts';

interface AdvertisingDeps {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly world: World;
  readonly newId: () => string;
  readonly publicUrl: () => string;
  readonly watchpostUrl: string;
  readonly speedup: number;
}

const noTokenFault = { takeForToken: () => undefined };

/** Amazon Advertising: consent, tokens and reports for America at /ads-na, and for Europe with India at /ads-eu. */
export function advertising(deps: AdvertisingDeps): (app: FastifyInstance) => Promise<void> {
  const { world, clientId, clientSecret, newId } = deps;
  const { clock } = world;
  const isSeller = (id: string) => world.findSeller(id) !== undefined;
  const tokens = createTokens({ clock, secret: clientSecret, newId, isSeller });
  const codes = createAuthorizationCodes({ clock, newId });
  const events = createAdvertisingEvents({ revoke: tokens.revoke });
  const onRefusal = (detail: { status: number; operation: string; reason: string }) =>
    world.ledger.append({ kind: 'refusal', type: 'advertising', detail });
  return async (app) => {
    await app.register(events.routes);
    for (const endpoint of ['NA', 'EU'] as const) {
      const prefix = `/ads-${endpoint.toLowerCase()}`;
      const parts = { ...deps, tokens, codes, events, endpoint, prefix };
      await app.register(
        tokenEndpoint({ clientId, clientSecret, tokens, codes, newId, faults: noTokenFault, onRefusal }),
        {
          prefix,
        },
      );
      await app.register(
        async (pages) => {
          acceptForms(pages);
          await pages.register(consent(parts));
        },
        { prefix },
      );
      await app.register(adsApi(parts), { prefix });
    }
  };
}
