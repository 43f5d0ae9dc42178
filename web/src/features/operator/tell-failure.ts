import { messageOfError } from '@app/shared/base/thrown.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';

/** Tells an operator that an act failed; its calls do not open the error modal. */
export const tellFailure = (error: unknown): void => void showToast(messageOfError(error), { level: 'alert' });
