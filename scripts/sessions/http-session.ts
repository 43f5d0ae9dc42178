export interface Answer {
  status: number;
  /** The absolute URL of a redirect; `null` for other answers. */
  location: string | null;
  text: string;
  bytes: Uint8Array;
}

export interface HttpSession {
  get: (url: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** The cookies in the form that a browser context accepts. */
  cookies: () => { name: string; value: string; url: string }[];
  postForm: (url: string, form: Readonly<Record<string, string>>) => Promise<Answer>;
  /** Posts the file as `multipart/form-data`. */
  postFile: (url: string, file: File, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  sendJson: (url: string, sent: SentJson) => Promise<Answer>;
}

interface SentJson {
  method: 'POST' | 'PUT';
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

interface RequestOptions {
  method?: string;
  body?: string | URLSearchParams | FormData;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Returns an HTTP client that keeps cookies by origin, as a browser does, and returns redirects without following them.
 */
export function httpSession(): HttpSession {
  const cookies = new Map<string, Map<string, string>>();

  async function send(url: string, init: RequestOptions = {}): Promise<Answer> {
    const jar = cookies.get(new URL(url).origin) ?? new Map<string, string>();
    cookies.set(new URL(url).origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    const bytes = await response.bytes();
    return {
      status: response.status,
      location: location === null ? null : new URL(location, url).href,
      text: new TextDecoder().decode(bytes),
      bytes,
    };
  }

  return {
    get: (url, headers = {}) => send(url, { headers }),
    cookies: () => [...cookies].flatMap(([url, jar]) => [...jar].map(([name, value]) => ({ name, value, url }))),
    postForm: (url, form) => send(url, { method: 'POST', body: new URLSearchParams(form) }),
    postFile: (url, file, headers = {}) => {
      const body = new FormData();
      body.set('file', file);
      return send(url, { method: 'POST', body, headers });
    },
    sendJson: (url, { method, body, headers }) =>
      send(url, { method, body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }),
  };
}
