import { isPostActionPath } from '../features/post-action/post-action-paths.ts';

/** The pages that exist. What the product's menu does not offer yet leads home, like any unknown path. */
const loggedOutPaths = new Set(['/login', '/signup', '/forgotpassword', '/resetpassword']);
/** Behind a link of a mail that may be opened on any device. */
const openPaths = new Set(['/verifyemail', '/mail-action']);
const loggedInPaths = new Set(['/home', '/table', '/settings', '/connect', '/twofactor', '/logout']);

interface Visit {
  readonly path: string;
  readonly hasLoginMarker: boolean;
  /** Query parameter names of the visited address. */
  readonly parameters: readonly string[];
  /** Whether the page is being loaded, and not gone to from another one. */
  readonly isArrival?: boolean;
}

/**
 * Where the route guard sends a visit, or null where it may stay. Home is forced only from logged-out pages and unknown
 * paths, since the menu leads to the others.
 */
export function guard({ path, hasLoginMarker, parameters, isArrival = true }: Visit): '/login' | '/home' | null {
  if (openPaths.has(path)) return null;
  if (!hasLoginMarker) return loggedOutPaths.has(path) ? null : '/login';
  // The marketplace starts its own authorisation here, for an account that exists already too.
  if (path === '/signup' && parameters.includes('amazon_callback_uri')) return null;
  // A link from a mail, and what it left when its token was taken out of the address.
  if (path === '/resetpassword' && (parameters.includes('token') || !isArrival)) return null;
  if (!isArrival && isPostActionPath(path)) return null;
  return loggedInPaths.has(path) ? null : '/home';
}
