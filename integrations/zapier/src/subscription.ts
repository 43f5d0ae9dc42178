import type { Bundle, ZObject } from 'zapier-platform-core';
import { address } from './address.ts';

interface Subscription {
  readonly id: string;
}

/** Returns the functions with which a trigger subscribes a hook to an event, ends the hook and reads its messages. */
export const subscription = (event: string, filterOf: (bundle: Bundle) => object = () => ({})) => ({
  async performSubscribe(z: ZObject, bundle: Bundle) {
    const body = { url: bundle.targetUrl, event, filter: filterOf(bundle) };
    return (await z.request<Subscription>({ url: address('/api/v1/hooks'), method: 'POST', body })).data;
  },
  async performUnsubscribe(z: ZObject, { subscribeData }: Bundle) {
    // A hook that is already gone counts as unsubscribed. Any other refusal leaves it, so that Zapier has to know.
    const response = await z.request({
      url: address(`/api/v1/hooks/${String(subscribeData?.['id'])}`),
      method: 'DELETE',
      skipThrowForStatus: true,
    });
    if (response.status !== 404) response.throwForStatus();
    return { id: String(subscribeData?.['id']), status: response.status };
  },
  perform: (_z: ZObject, { cleanedRequest }: Bundle) => [cleanedRequest],
});
