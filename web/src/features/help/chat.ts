import { loadScript } from '../../lib/browser/load-script.ts';
import type { Identity } from '../../lib/session/identity.ts';
import { onSessionEnd } from '../../lib/session/session.ts';

declare global {
  interface Window {
    /** Defined by the script of the chat service. */
    Intercom?: (command: 'boot' | 'show' | 'shutdown', settings?: object) => void;
  }
}

// The chat of one user must not be shown to the next one of this browser.
onSessionEnd(() => window.Intercom?.('shutdown'));

/**
 * Loads the script of the chat service and opens the chat as the viewer. The service receives nothing from this browser
 * before that.
 */
export async function openChat({ intercomAppId, userHash, chat, email, firstName, lastName }: Identity): Promise<void> {
  if (intercomAppId === null || chat === null) return;
  const { userId, token, loaderUrl, apiBase } = chat;
  const intercom = await loadScript(`${loaderUrl}/widget/${encodeURIComponent(intercomAppId)}`, {
    find: () => window.Intercom,
    failure: 'The chat did not load',
  });
  intercom('boot', {
    api_base: apiBase,
    app_id: intercomAppId,
    user_id: userId,
    email,
    name: `${firstName} ${lastName}`.trim(),
    user_hash: userHash,
    intercom_user_jwt: token,
    // The chat is opened from the help, so the page shows no launcher button.
    hide_default_launcher: true,
  });
  intercom('show');
}
