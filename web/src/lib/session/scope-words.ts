import type { TokenScope } from '@app/shared/contract/endpoint.ts';

/** The rights of each scope in words, as a choice and in the list of tokens. */
export const scopeWords: Readonly<Record<TokenScope, string>> = {
  'catalogue:read': 'Read products, alerts, sales and stock',
  'alerts:write': 'Mute alerts and set their status',
  'hooks:write': 'Subscribe to alerts',
  'billing:read': 'Read costs',
};
