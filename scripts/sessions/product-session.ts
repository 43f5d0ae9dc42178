import * as z from 'zod/mini';
import { httpSession } from './http-session.ts';
import type { Answer, HttpSession } from './http-session.ts';

export interface NewOwner {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  companyName: string;
}

export interface ProductSession {
  /** Resolves to false if the login is refused. */
  logIn: (login: { email: string; password: string }) => Promise<boolean>;
  signUp: (owner: NewOwner) => Promise<void>;
  /** Connects a seller account through the marketplace's consent page, as a person would. */
  connectSeller: (seller: { region: string; sellingPartnerId: string }) => Promise<void>;
  /** The cookies in the form that a browser context accepts. */
  cookies: HttpSession['cookies'];
  get: (path: string) => Promise<Answer>;
  post: (path: string, body: unknown) => Promise<Answer>;
  put: (path: string, body: unknown) => Promise<Answer>;
  download: (path: string) => Promise<Uint8Array>;
  upload: (path: string, file: { name: string; bytes: Uint8Array }) => Promise<void>;
}

const csrfShape = z.object({ headerName: z.string(), token: z.string() });
const redirectShape = z.object({ location: z.string() });

/** A client of the product's API, as its web application uses it. */
export function productSession(url: string): ProductSession {
  const http = httpSession();

  // The token belongs to the session, and a login starts a new one, so the token is requested each time.
  const csrf = async () => csrfShape.parse(JSON.parse((await http.get(`${url}/api/auth/csrf`)).text));

  const sending = (method: 'POST' | 'PUT') => async (path: string, body: unknown) => {
    const { headerName, token } = await csrf();
    return http.sendJson(`${url}${path}`, { method, body, headers: { [headerName]: token } });
  };
  const post = sending('POST');

  return {
    cookies: http.cookies,
    get,
    post,
    put: sending('PUT'),
    async logIn(login) {
      return (await post('/api/auth/login/standard', login)).status < 300;
    },
    async signUp(owner) {
      expectSuccess(await post('/api/auth/signup/standard', { ...owner, accountType: 'brand' }), 'sign-up');
    },
    async connectSeller({ region, sellingPartnerId }) {
      const path = `/api/identity/amazon/authorization/redirect?region=${region}&path=/connect`;
      const answer = await get(path);
      const { location } = redirectShape.parse(JSON.parse(expectSuccess(answer, 'authorization redirect').text));
      const consent = new URL(location);
      const form = { ...Object.fromEntries(consent.searchParams), selling_partner_id: sellingPartnerId };
      const confirmed = await http.postForm(consent.origin + consent.pathname, { ...form, decision: 'confirm' });
      expectRedirect(await http.get(expectRedirect(confirmed, 'consent')), 'authorization callback');
    },
    async download(path) {
      return expectSuccess(await get(path), path).bytes;
    },
    async upload(path, { name, bytes }) {
      const { headerName, token } = await csrf();
      const file = new File([Uint8Array.from(bytes)], name);
      expectSuccess(await http.postFile(`${url}${path}`, file, { [headerName]: token }), path);
    },
  };

  async function get(path: string): Promise<Answer> {
    const { headerName, token } = await csrf();
    return http.get(`${url}${path}`, { [headerName]: token });
  }
}

function expectSuccess(answer: Answer, what: string): Answer {
  if (answer.status >= 300) {
    throw new Error(`${what} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  }
  return answer;
}

function expectRedirect(answer: Answer, what: string): string {
  if (answer.location === null) {
    throw new Error(`${what} answered ${answer.status} and no redirect: ${answer.text.slice(0, 300)}`);
  }
  return answer.location;
}
