import { showToast } from '../../ui/overlays/toast-store.ts';

/** Tells an operator that an act failed; its calls do not open the error modal. */
export const tellFailure = (error: unknown): void =>
  void showToast(error instanceof Error ? error.message : String(error), { level: 'alert' });
