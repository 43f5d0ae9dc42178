import { useQueryClient } from '@tanstack/react-query';
import { createKeyword, deactivateKeyword } from '@app/shared/contract/triage.ts';
import { call } from '../../../lib/http/call.ts';
import { worldKey } from '../../../world/triage.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';

interface Wish {
  readonly productId: string;
  readonly keyword: string;
  readonly absoluteThreshold: number | null;
}

/** Specification, section 8. */
const failed = 'error :( - please let us know this happened';

/** Makes keywords and takes them away; the world brings the rest. */
export function useKeywordCalls() {
  const client = useQueryClient();
  const attempt = async (change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change();
      await client.invalidateQueries({ queryKey: worldKey });
      return true;
    } catch {
      showToast(failed, { level: 'alert' });
      return false;
    }
  };
  return {
    create: (wish: Wish) => attempt(() => call(createKeyword, { body: wish })),
    remove: async (watchDogId: string) => {
      await attempt(() => call(deactivateKeyword, { body: { watchDogId } }));
    },
  };
}
