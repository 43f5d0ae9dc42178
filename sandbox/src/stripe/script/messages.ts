/** Runs in the merchant's page: frames of the provider's origin, and calls to them by messages. */
export const messagesScript = String.raw`
const origin = new URL(document.currentScript.src).origin;
let lastCall = 0;

const openFrame = ({ kind, title, query = {}, style = '' }) => {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = origin + '/stripe-js/frame/' + kind + '?' + new URLSearchParams(query);
  frame.style.cssText = 'border:0;width:100%;display:block;' + style;
  const listeners = new Map();
  const waiting = new Map();
  let setReady;
  const ready = new Promise((resolve) => { setReady = resolve; });
  const listen = ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin || !data || data.stripeSandbox !== true) return;
    if (data.reply !== undefined) {
      waiting.get(data.reply)?.(data.result);
      waiting.delete(data.reply);
      return;
    }
    if (data.event === 'ready') setReady();
    if (data.event === 'height') frame.style.height = data.detail + 'px';
    for (const listener of listeners.get(data.event) ?? []) listener(data.detail);
  };
  addEventListener('message', listen);
  return {
    frame,
    ready,
    on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    async call(name, args = {}) {
      await ready;
      const call = ++lastCall;
      const result = new Promise((resolve) => waiting.set(call, resolve));
      frame.contentWindow.postMessage({ stripeSandbox: true, call, name, args }, origin);
      return result;
    },
    close() {
      removeEventListener('message', listen);
      frame.remove();
    },
  };
};

const overlay = (kind, title, query) => new Promise((resolve) => {
  const shade = document.createElement('div');
  shade.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:rgba(0,0,0,.5);display:grid;place-items:center;padding:16px';
  const opened = openFrame({ kind, title, query, style: 'max-width:420px;height:420px;background:#fff;border-radius:10px' });
  const before = document.activeElement;
  opened.on('done', (detail) => {
    opened.close();
    shade.remove();
    before?.focus?.();
    resolve(detail);
  });
  shade.append(opened.frame);
  document.body.append(shade);
  opened.ready.then(() => opened.frame.focus());
});
`;
