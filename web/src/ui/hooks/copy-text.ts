import { showToast } from '../overlays/toast-store.ts';

/** Whether it is in the clipboard; where the browser refuses, or knows none without https, that is said. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showToast('The browser did not let us copy. Please select it by hand', { level: 'alert' });
    return false;
  }
}
