import { appPlace, newAppPlace } from '../features/auth/second-step/authenticator-app.ts';
import { verifierPlace } from '../features/connections/begin-connecting.ts';
import { tokenPlace } from '../features/connections/tokens.ts';
import { subscriptionPlace } from '../features/delivering/browsers/push-subscriptions.ts';
import { channelPlace } from '../features/delivering/channels/channel-secrets.ts';
import { payloadPlace } from '../features/delivering/outbox/account-mail.ts';
import { refreshTokenPlace } from '../features/sellers/standing/access.ts';
import type { SecretPlace } from '../lib/secrets.ts';

/** A column whose values are encrypted with the keys of the installation. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that name a row within its tenant. */
  readonly key: readonly string[];
  /** @param key the values of the key columns. */
  placeOf(tenantId: string, key: readonly string[]): SecretPlace;
}

const ofChannel = (column: string, purpose: 'address' | 'secret'): SealedColumn => ({
  table: 'channels',
  column,
  key: ['channel_id'],
  placeOf: (tenantId, [channelId = '']) => channelPlace({ tenantId, channelId }, purpose),
});

const ofConnection = (column: 'refresh_token' | 'access_token'): SealedColumn => ({
  table: 'connections',
  column,
  key: ['service', 'subject'],
  placeOf: (tenantId, [service = '', subject = '']) => tokenPlace({ tenantId, service, subject }, column),
});

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'seller_accounts',
    column: 'refresh_token',
    key: ['selling_partner_id', 'region'],
    placeOf: (tenantId, [sellingPartnerId = '', region = '']) =>
      refreshTokenPlace({ tenantId, sellingPartnerId, region }),
  },
  ofConnection('refresh_token'),
  ofConnection('access_token'),
  {
    table: 'connection_requests',
    column: 'sealed_verifier',
    key: ['state_hash'],
    placeOf: (tenantId, [stateHash = '']) => verifierPlace({ tenantId, stateHash }),
  },
  {
    table: 'authenticator_apps',
    column: 'secret',
    key: ['email_address_id'],
    placeOf: (tenantId, [emailAddressId = '']) => appPlace({ tenantId, emailAddressId }),
  },
  {
    table: 'sessions',
    column: 'app_secret',
    key: ['session_hash'],
    placeOf: (tenantId, [sessionHash = '']) => newAppPlace({ tenantId, sessionHash }),
  },
  ofChannel('sealed_address', 'address'),
  ofChannel('sealed_secret', 'secret'),
  ofChannel('sealed_old_secret', 'secret'),
  {
    table: 'push_subscriptions',
    column: 'sealed',
    key: ['endpoint_hash'],
    placeOf: (tenantId, [endpointHash = '']) => subscriptionPlace(tenantId, endpointHash),
  },
  {
    table: 'messages',
    column: 'sealed_payload',
    key: ['message_id'],
    placeOf: (tenantId, [messageId = '']) => payloadPlace({ tenantId, messageId }),
  },
];
