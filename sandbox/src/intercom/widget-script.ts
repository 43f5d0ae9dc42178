/** Runs in the product's page: a chat panel that only shows the user's name and e-mail, or why the service refuses. */
export const widgetScript = String.raw`
(() => {
  let panel = null;
  let said = '';
  const draw = () => { if (panel) panel.textContent = said; };
  const boot = async ({ api_base: apiBase, hide_default_launcher: hidden, ...user }) => {
    said = 'Connecting …';
    const body = new URLSearchParams(user);
    const response = await fetch(apiBase + '/messenger/web/ping', { method: 'POST', body });
    const answer = await response.json();
    said = response.ok
      ? 'Chat with support as ' + answer.user.name + ', ' + answer.user.email
      : 'The chat service refuses: ' + answer.errors[0].code;
    draw();
  };
  const show = () => {
    if (panel) return;
    panel = document.createElement('aside');
    panel.setAttribute('aria-label', 'Chat with support');
    panel.style.cssText = 'position:fixed;right:16px;bottom:16px;width:320px;padding:16px;border-radius:12px;background:#1f5bd6;color:#fff;z-index:2147483000';
    document.body.append(panel);
    draw();
  };
  const shutdown = () => { panel?.remove(); panel = null; said = ''; };
  window.Intercom = (command, settings) => ({ boot, show, shutdown })[command]?.(settings);
})();
`;
