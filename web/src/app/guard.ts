/** Pages for people without a session; `/` has no page of its own. */
const loggedOutPaths = new Set(['/login', '/signup', '/forgotpassword', '/resetpassword']);
/**
 * Pages that open with and without a session: those behind links in mails, which may be opened on any device, the
 * description of the API, and the consent page, which leads to the log-in itself and keeps the parameters of the
 * program.
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
 * Returns the path to which the route guard redirects a visit, or null when the visit may stay. With the login marker
 * all other paths may stay, including unknown ones, for which there is a page.
 */
export function guard({ path, hasLoginMarker, parameters, isArrival = true }: Visit): '/login' | '/home' | null {
  if (openPaths.has(path)) return null;
  if (!hasLoginMarker) return loggedOutPaths.has(path) ? null : '/login';
  // The marketplace starts its own authorisation at /signup, even for a user who is logged in.
  if (path === '/signup' && parameters.includes('amazon_callback_uri')) return null;
  // The page was opened by the link of a mail, or is that page after its token was removed from the address.
  if (path === '/resetpassword' && (parameters.includes('token') || !isArrival)) return null;
  return path === '/' || loggedOutPaths.has(path) ? '/home' : null;
}
