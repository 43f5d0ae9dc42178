/** Runs in the merchant's page: the elements, each a frame with fields. */
export const elementsScript = String.raw`
const createElement = ({ type, group, options }) => {
  const handlers = new Map();
  let opened = null;
  let settings = options;
  const emit = (event, detail) => (handlers.get(event) ?? []).forEach((handler) => handler({ elementType: type, ...detail }));
  const element = {
    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place) throw new Error('The selector you specified (' + target + ') applies to no DOM elements that are currently on the page.');
      if (opened) opened.close();
      const query = { key: group.key, clientSecret: group.options.clientSecret ?? '' };
      opened = openFrame({ kind: type, title: type === 'card' ? 'Secure card payment input frame' : 'Secure payment input frame', query, style: 'height:' + (type === 'card' ? 60 : 220) + 'px' });
      for (const event of ['change', 'focus', 'blur', 'escape']) opened.on(event, (detail) => emit(event, detail));
      opened.ready.then(() => {
        opened?.call('appearance', { appearance: group.options.appearance ?? {}, options: settings });
        emit('ready', {});
      });
      place.replaceChildren(opened.frame);
    },
    on(event, handler) {
      handlers.set(event, [...(handlers.get(event) ?? []), handler]);
      return element;
    },
    once: (event, handler) => element.on(event, (detail) => { element.off(event, handler); handler(detail); }),
    off(event, handler) {
      handlers.set(event, handler ? (handlers.get(event) ?? []).filter((known) => known !== handler) : []);
      return element;
    },
    update(changes) {
      settings = { ...settings, ...changes };
      opened?.call('appearance', { appearance: group.options.appearance ?? {}, options: settings });
    },
    unmount() {
      opened?.close();
      opened = null;
    },
    destroy() {
      element.unmount();
      group.elements.delete(type);
    },
    focus: () => void opened?.call('focus'),
    blur: () => void opened?.call('blur'),
    clear: () => void opened?.call('clear'),
    collapse: () => undefined,
    // Calls a function in the element's frame. For the provider's own scripts; the real library has no such method.
    _call: (name, args) => opened ? opened.call(name, args) : Promise.resolve({ error: { type: 'invalid_request_error', message: 'The element is not mounted.' } }),
  };
  return element;
};

const createElements = (key, options = {}) => {
  const group = { key, options, elements: new Map() };
  const main = () => group.elements.get('payment') ?? group.elements.get('card') ?? null;
  return {
    create(type, settings = {}) {
      if (type !== 'payment' && type !== 'card') throw new Error('The sandbox has no element of the type ' + type + '.');
      if (group.elements.has(type)) throw new Error('Can only create one Element of type ' + type + ' through the same Elements instance.');
      const element = createElement({ type, group, options: settings });
      group.elements.set(type, element);
      return element;
    },
    getElement: (type) => group.elements.get(typeof type === 'string' ? type : type?.__elementType) ?? null,
    update(changes) {
      group.options = { ...group.options, ...changes };
      for (const element of group.elements.values()) element.update({});
    },
    fetchUpdates: () => Promise.resolve({}),
    submit: () => main()?._call('validate') ?? Promise.resolve({ error: { type: 'validation_error', message: 'There is no element.' } }),
    _main: main,
    get _clientSecret() { return group.options.clientSecret; },
  };
};
`;
