import { showToast } from '../overlays/toast-store.ts';

/**
 * Copies a text and returns whether it worked; shows a message when the browser refuses, or has no clipboard without
 * https.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showToast('The browser did not let us copy. Please select it by hand', { level: 'alert' });
    return false;
  }
}
