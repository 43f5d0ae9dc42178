import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { unsubscribeBrowser } from '../browser/browser-push.ts';
import { afterPress } from '../browser/press.ts';
import { dropFirstReplies } from './first-replies.ts';
import { forgetWorld } from '../session/forget-world.ts';
import { onSessionEnd } from '../session/session.ts';

const staleMs = 30_000;

/**
 * Failures of calls are not retried: the offline warning repeats what failed offline, and a refusal does not change.
 */
const mayRetry = (failures: number, error: Error): boolean => !(error instanceof ApiError) && failures < 1;

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleMs, retry: mayRetry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  // Components are notified after the end of a press: a panel that grows with its answer would move a button that is
  // pressed.
  notifyManager.setScheduler((notify) => void setTimeout(afterPress, 0, notify));
  onSessionEnd(() => {
    client.clear();
    dropFirstReplies();
    forgetWorld();
    void unsubscribeBrowser().catch(() => undefined);
  });
  return client;
}
