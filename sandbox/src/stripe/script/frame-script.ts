/** Runs in the frames: calls the API with the publishable key, and answers the merchant's page by messages. */
export const frameScript = String.raw`
const query = new URLSearchParams(location.search);
const key = query.get('key');
const tell = (message) => parent.postMessage({ stripeSandbox: true, ...message }, '*');
const announce = (event, detail) => tell({ event, detail });

const flatten = (fields, prefix = '') => Object.entries(fields).flatMap(([name, value]) => {
  const full = prefix === '' ? name : prefix + '[' + name + ']';
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? flatten(value, full) : [[full, String(value)]];
});

const send = async (method, path, fields = {}) => {
  const form = new URLSearchParams(flatten(fields));
  const headers = { authorization: 'Bearer ' + key };
  try {
    const response = method === 'GET'
      ? await fetch(path + '?' + form, { headers })
      : await fetch(path, { method, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: form.toString() });
    return await response.json();
  } catch {
    return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.' } };
  }
};

const idOf = (clientSecret) => String(clientSecret).split('_secret')[0];
const pathOf = (clientSecret) => (String(clientSecret).startsWith('pi_') ? '/v1/payment_intents/' : '/v1/setup_intents/') + idOf(clientSecret);
const wrap = (body) => body.error ? { error: body.error } : { [body.object === 'payment_intent' ? 'paymentIntent' : 'setupIntent']: body };

const confirm = async (clientSecret, fields) =>
  wrap(await send('POST', pathOf(clientSecret) + '/confirm', { client_secret: clientSecret, use_stripe_sdk: true, ...fields }));

const actions = {
  retrieve: async ({ clientSecret }) => wrap(await send('GET', pathOf(clientSecret), { client_secret: clientSecret })),
  confirmSetup: ({ clientSecret, paymentMethod, bank }) =>
    confirm(clientSecret, typeof bank === 'object' ? { payment_method_data: { type: 'us_bank_account', ...bank } } : { payment_method: bank ?? paymentMethod }),
  verifyDeposits: async ({ clientSecret, data }) =>
    wrap(await send('POST', pathOf(clientSecret) + '/verify_microdeposits', { client_secret: clientSecret, ...data })),
};

addEventListener('message', async ({ source, data }) => {
  if (source !== parent || !data || data.stripeSandbox !== true || data.call === undefined) return;
  const result = await actions[data.name]?.(data.args);
  tell({ reply: data.call, result: result ?? {} });
});

const showHeight = () => announce('height', Math.ceil(document.querySelector('main')?.getBoundingClientRect().height ?? 0));
`;

/**
 * The end of a frame's script. It announces the frame as ready, so everything that answers messages must be defined
 * before.
 */
export const readyScript = String.raw`
announce('ready');
const content = document.querySelector('main');
if (content) new ResizeObserver(showHeight).observe(content);
`;
