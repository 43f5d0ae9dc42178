import type { ZObject } from 'zapier-platform-core';
import { address } from './address.ts';
import { productFields, sampleProduct } from './sample-product.ts';
import { subscription } from './subscription.ts';

interface AlertEvent {
  readonly key: string;
  /** The event to which the hook subscribes. `event` is the name of the same event in the list of alerts. */
  readonly hookEvent: 'alertRaised' | 'alertHealed';
  readonly event: 'raised' | 'healed';
  readonly label: string;
  readonly description: string;
}

const raisedSample = {
  id: '1795168800000-4711',
  at: '2026-11-20T10:00:00.000Z',
  event: 'raised',
  level: 'alert',
  watchdog: 'lostBuybox',
  alertType: 'LOST_BUYBOX',
  title: 'Buy box lost',
  message: 'Another seller has the buy box',
  from: 'You, $24.99',
  to: 'Northwind Goods, $23.49',
  evidence: [{ label: 'Offers', value: '3' }],
  ...sampleProduct,
  incident: {
    id: '815',
    cause: 'listingSuspended',
    watchdogs: ['listingSuspended', 'lostBuybox'],
    text: 'Because the listing is suspended',
  },
};

const outputFields = [
  { key: 'id', label: 'Alert ID', primary: true },
  { key: 'at', label: 'Time', type: 'datetime' },
  { key: 'event', label: 'Event' },
  { key: 'level', label: 'Level' },
  { key: 'watchdog', label: 'Watchdog' },
  { key: 'alertType', label: 'Alert type' },
  { key: 'title', label: 'Title' },
  { key: 'message', label: 'Message' },
  { key: 'from', label: 'Before' },
  { key: 'to', label: 'After' },
  { key: 'evidence[]label', label: 'Evidence' },
  { key: 'evidence[]value', label: 'Evidence value' },
  ...productFields,
  { key: 'incident__id', label: 'Incident ID' },
  { key: 'incident__cause', label: 'Cause of the incident' },
  { key: 'incident__text', label: 'Incident' },
];

/** The list of alerts has more fields than a hook. A Zap must find the same fields in both. */
const hookFields = (alert: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(raisedSample).map((name) => [name, alert[name]]));

const splitWords = (text: unknown): string[] =>
  (typeof text === 'string' ? text : '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const triggerOf = ({ key, hookEvent, event, label, description }: AlertEvent) => ({
  key,
  noun: 'Alert',
  display: { label, description },
  operation: {
    type: 'hook',
    inputFields: [
      {
        key: 'watchdogs',
        label: 'Watchdogs',
        type: 'string',
        required: false,
        helpText: 'Kinds of alerts, separated by commas, such as lostBuybox, listingSuspended. Empty means all.',
      },
    ],
    ...subscription(hookEvent, ({ inputData }) => {
      const watchdogs = splitWords(inputData['watchdogs']);
      return watchdogs.length === 0 ? {} : { watchdogs };
    }),
    async performList(z: ZObject) {
      const url = address(`/api/v1/alerts?limit=3&event=${event}`);
      const { data } = await z.request<{ data: Record<string, unknown>[] }>({ url });
      return data.data.map(hookFields);
    },
    sample: { ...raisedSample, event },
    outputFields,
  },
});

export const alertRaised = triggerOf({
  key: 'alert_raised',
  hookEvent: 'alertRaised',
  event: 'raised',
  label: 'Alert Raised',
  description: 'Triggers when a watchdog raises an alert or a warning.',
});

export const alertHealed = triggerOf({
  key: 'alert_healed',
  hookEvent: 'alertHealed',
  event: 'healed',
  label: 'Alert Healed',
  description: 'Triggers when a problem that was reported is gone.',
});
