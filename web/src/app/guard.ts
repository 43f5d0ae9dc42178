/** Pages for people without a session; `/` has no page of its own. */
const loggedOutPaths = new Set(['/login', '/signup', '/forgotpassword', '/resetpassword']);
/**
 * Pages behind the links of mails, which may be opened on any device, the description of the API, and the page to which
 * programs send a browser: it leads to the log-in by itself, with its parameters.
 */
const openPaths = new Set(['/verifyemail', '/mail-action', '/oauth/authorize', '/developers']);
interface Visit {
  readonly path: string;
  readonly hasLoginMarker: boolean;
  /** Query parameter names of the visited address. */
  readonly parameters: readonly string[];
  /** Whether the page is being loaded, rather than reached from another page. */
  readonly isArrival?: boolean;
}

/**
 * The path to which the route guard redirects a visit, or null when the visit may stay. With the login marker every
 * other path stays: an unknown one has a page that says so.
 */
export function guard({ path, hasLoginMarker, parameters, isArrival = true }: Visit): '/login' | '/home' | null {
  if (openPaths.has(path)) return null;
  if (!hasLoginMarker) return loggedOutPaths.has(path) ? null : '/login';
  // The marketplace starts its own authorisation here, also for an existing account.
  if (path === '/signup' && parameters.includes('amazon_callback_uri')) return null;
  // A link from a mail, or the page of that link after its token was taken out of the address.
  if (path === '/resetpassword' && (parameters.includes('token') || !isArrival)) return null;
  return path === '/' || loggedOutPaths.has(path) ? '/home' : null;
}
