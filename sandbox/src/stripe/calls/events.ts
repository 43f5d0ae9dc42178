import * as z from 'zod/mini';
import { assignGiven, call, type Call, type CallContext } from '../api/call.ts';
import { isCreatedIn, pageOf } from '../api/pages.ts';
import { clearableText, created, expandable, flag, metadata, paging, text } from '../api/parameters.ts';
import { badRequest, notFound } from '../api/stripe-error.ts';
import { refreshBalance } from '../money/bank-balances.ts';
import { newWebhookEndpoint, type WebhookEndpoint } from '../objects/event.ts';

/** Events can be listed for this many seconds. */
const listedSeconds = 30 * 86_400;

const shown = ({ secret: _secret, ...endpoint }: WebhookEndpoint) => endpoint;

function matchesType(type: string, patterns: readonly string[]): boolean {
  return patterns.some(
    (pattern) => pattern === type || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1))),
  );
}

function bankLinkOr404({ account, id }: CallContext) {
  const link = account.bankLinks.find(id);
  if (!link) throw notFound('financial_connections.account', id);
  return link;
}

export const eventCalls: readonly Call[] = [
  call('GET /v1/events/{id}', z.strictObject(expandable), ({ account, id }) => {
    const event = account.events.find(id);
    if (!event) throw notFound('event', id);
    return event;
  }),
  call(
    'GET /v1/events',
    z.strictObject({
      ...paging,
      ...created,
      delivery_success: z.optional(flag),
      type: z.optional(text),
      types: z.optional(z.array(text).check(z.maxLength(20))),
    }),
    ({ account }, { created: wanted, type, types, delivery_success, ...request }) => {
      if (type !== undefined && types !== undefined)
        throw badRequest('You may only specify one of these parameters: type, types.', {
          code: 'parameters_exclusive',
        });
      const patterns = types ?? (type === undefined ? ['*'] : [type]);
      const rows = account.events.newestFirst(
        (row) =>
          row.created > account.now() - listedSeconds &&
          isCreatedIn(row.created, wanted) &&
          matchesType(row.type, patterns) &&
          (delivery_success === undefined || (row.pending_webhooks === 0) === delivery_success),
      );
      return pageOf(rows, '/v1/events', request);
    },
  ),
  call(
    'POST /v1/webhook_endpoints',
    z.strictObject({
      ...expandable,
      api_version: z.optional(z.enum(['2026-10-28.endive'])),
      description: z.optional(clearableText),
      enabled_events: z.array(text),
      metadata: z.optional(metadata),
      url: text,
    }),
    ({ account }, { url, enabled_events, description }) => {
      if (!URL.canParse(url)) throw badRequest('Not a valid URL', { code: 'url_invalid', param: 'url' });
      const secret = account.newId('whsec');
      const endpoint = account.webhookEndpoints.add(newWebhookEndpoint(account.birth('we'), { url, secret }));
      assignGiven(endpoint, { enabled_events, description });
      return endpoint;
    },
  ),
  call('GET /v1/webhook_endpoints', z.strictObject(paging), ({ account }, request) =>
    pageOf(account.webhookEndpoints.newestFirst().map(shown), '/v1/webhook_endpoints', request),
  ),
  call(
    'POST /v1/webhook_endpoints/{id}',
    z.strictObject({
      ...expandable,
      description: z.optional(clearableText),
      disabled: z.optional(flag),
      enabled_events: z.optional(z.array(text)),
      url: z.optional(text),
    }),
    ({ account, id }, { disabled, url, enabled_events, description }) => {
      const endpoint = account.webhookEndpoints.find(id);
      if (!endpoint) throw notFound('webhook_endpoint', id);
      assignGiven(endpoint, { url, enabled_events, description });
      if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
      return shown(endpoint);
    },
  ),
  call('GET /v1/financial_connections/accounts/{id}', z.strictObject(expandable), bankLinkOr404),
  call(
    'POST /v1/financial_connections/accounts/{id}/refresh',
    z.strictObject({ ...expandable, features: z.array(z.enum(['balance', 'ownership', 'transactions'])) }),
    (context, { features }) => {
      const link = bankLinkOr404(context);
      const isAllowed = features.every((feature) =>
        link.permissions.includes(feature === 'balance' ? 'balances' : feature),
      );
      if (!isAllowed) {
        const message = 'This account was not linked with the permissions that this refresh needs.';
        throw badRequest(message, { param: 'features' });
      }
      if (features.includes('balance')) refreshBalance(context.account, link);
      return link;
    },
  ),
];
