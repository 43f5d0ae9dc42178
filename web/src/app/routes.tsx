import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router';
import { signOut } from '@app/shared/contract/auth.ts';
import { parseConsentSearch } from '../features/consent/consent-search.ts';
import { parseConnectSearch } from '../features/connect/connect-search.ts';
import { parseHomeSearch } from '../world/home-search.ts';
import { parseTableSearch } from '../features/table/table-search.ts';
import { parseLoginSearch } from '../features/login/login-search.ts';
import { keptToken } from '../features/password/kept-token.ts';
import { parseForgotPasswordSearch } from '../features/password/forgot-password-search.ts';
import type { PostActionPath } from '../features/post-action/post-action-paths.ts';
import { pageAfterSetUp } from '../features/settings/two-factor/page-after-set-up.ts';
import { parseSettingsSearch } from '../features/settings/settings-search.ts';
import { parseSignUpSearch } from '../features/signup/sign-up-search.ts';
import { loadPart } from '../lib/browser/load-part.ts';
import { call } from '../lib/http/call.ts';
import { ensureIdentity } from '../lib/session/identity.ts';
import { hasLoginMarker } from '../lib/session/login-marker.ts';
import { endSessionIfLoggedOut, logOut } from '../lib/session/session.ts';
import { guard } from './guard.ts';
import { PageError } from './PageError.tsx';
import { parsedOnly } from './parsed-only.ts';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';
import { RootLayout } from './RootLayout.tsx';

interface Context {
  readonly client: QueryClient;
}

/** Returns the component of a page, whose code is loaded when the page is opened. */
const screen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadPart(load), name);

const rootRoute = createRootRouteWithContext<Context>()({
  component: RootLayout,
  beforeLoad: ({ location, cause, preload }) => {
    // A page is also preloaded while the pointer is over its link, and the person then stays on this page.
    if (!preload) endSessionIfLoggedOut();
    const to = guard({
      path: location.pathname,
      hasLoginMarker: hasLoginMarker(),
      parameters: [...Object.keys(location.search), ...(keptToken(location.state) === null ? [] : ['token'])],
      isArrival: cause === 'enter',
    });
    if (to) throw redirect({ to, hash: location.hash, replace: true });
  },
});

interface Entrance {
  readonly context: Context;
  readonly location: ParsedLocation;
}

/**
 * The guard of pages that need a session. A link from a mail (`/home#pdet-…`) survives the log-in in the address's
 * hash.
 */
async function requireIdentity({ context, location }: Entrance): Promise<void> {
  const identity = await ensureIdentity(context.client);
  if (!identity) throw redirect({ to: '/login', hash: location.hash, replace: true });
  if (identity.lacksTwoFactor !== (location.pathname === '/twofactor')) {
    const page = identity.lacksTwoFactor
      ? ({ to: '/twofactor' } as const)
      : pageAfterSetUp(parseConsentSearch(location.search));
    throw redirect({ ...page, replace: true });
  }
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: parsedOnly(parseLoginSearch),
  component: screen(() => import('../features/login/LoginPage.tsx'), 'LoginPage'),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: parsedOnly(parseSignUpSearch),
  beforeLoad: async ({ context, search }) => {
    // The marketplace leads people here who have the login marker, also when their session has ended at the server. The
    // log-in leads them back.
    if (!hasLoginMarker() || (await ensureIdentity(context.client))) return;
    throw redirect({ to: '/login', search, replace: true });
  },
  component: screen(() => import('../features/signup/SignUpPage.tsx'), 'SignUpPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgotpassword',
  validateSearch: parsedOnly(parseForgotPasswordSearch),
  component: screen(() => import('../features/password/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/resetpassword',
  component: screen(() => import('../features/password/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

const twoFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/twofactor',
  validateSearch: parsedOnly(parseConsentSearch),
  beforeLoad: requireIdentity,
  component: screen(() => import('../features/settings/two-factor/TwoFactorPage.tsx'), 'TwoFactorPage'),
});

const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect',
  validateSearch: parsedOnly(parseConnectSearch),
  beforeLoad: requireIdentity,
  component: screen(() => import('../features/connect/ConnectPage.tsx'), 'ConnectPage'),
});

const loadHome = () => import('./screens/HomeScreen.tsx');

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/home',
  validateSearch: parsedOnly(parseHomeSearch),
  beforeLoad: async (entrance: Entrance) => {
    await requireIdentity(entrance);
    const { awaitFirstWorld } = await loadPart(loadHome);
    await awaitFirstWorld(entrance.context.client);
  },
  component: screen(loadHome, 'HomeScreen'),
});

const tableRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/table',
  validateSearch: parsedOnly(parseTableSearch),
  beforeLoad: requireIdentity,
  component: screen(() => import('./screens/TableScreen.tsx'), 'TableScreen'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: parsedOnly(parseSettingsSearch),
  beforeLoad: requireIdentity,
  component: screen(() => import('./screens/SettingsScreen.tsx'), 'SettingsScreen'),
});

const billingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscription-and-billing',
  beforeLoad: requireIdentity,
  component: screen(() => import('./screens/BillingScreen.tsx'), 'BillingScreen'),
});

const loadProductSettings = () => import('./screens/ProductSettingsScreen.tsx');

const productSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/productsettings',
  beforeLoad: async (entrance: Entrance) => {
    await requireIdentity(entrance);
    const { awaitFirstProducts } = await loadPart(loadProductSettings);
    await awaitFirstProducts(entrance.context.client);
  },
  component: screen(loadProductSettings, 'ProductSettingsScreen'),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verifyemail',
  component: screen(() => import('../features/verifyemail/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
});

const mailActionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mail-action',
  component: screen(() => import('../features/mail-action/MailActionPage.tsx'), 'MailActionPage'),
});

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth/authorize',
  validateSearch: parsedOnly(parseConsentSearch),
  beforeLoad: async ({ context, search }) => {
    const identity = hasLoginMarker() ? await ensureIdentity(context.client) : null;
    if (!identity) throw redirect({ to: '/login', search, replace: true });
    if (identity.lacksTwoFactor) throw redirect({ to: '/twofactor', search, replace: true });
  },
  component: screen(() => import('../features/consent/ConsentPage.tsx'), 'ConsentPage'),
});

const developersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/developers',
  component: screen(() => import('../features/developers/DevelopersPage.tsx'), 'DevelopersPage'),
});

const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator',
  beforeLoad: requireIdentity,
  component: screen(() => import('./screens/OperatorScreen.tsx'), 'OperatorScreen'),
});

/** Returns the route of a page that confirms an action of the user. */
const postActionRoute = <const Path extends PostActionPath>(path: Path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: requireIdentity,
    component: screen(() => import('./screens/PostActionScreen.tsx'), 'PostActionScreen'),
  });

/** Matches every path that no other route matches. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: requireIdentity,
  component: screen(() => import('./screens/UnknownScreen.tsx'), 'UnknownScreen'),
});

const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logout',
  beforeLoad: async ({ preload }) => {
    // The router preloads a link under the pointer: that alone must not log the user out.
    if (preload) return;
    await logOut(() => call(signOut));
    throw redirect({ to: '/login', replace: true });
  },
});

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([
      loginRoute,
      signUpRoute,
      forgotPasswordRoute,
      resetPasswordRoute,
      twoFactorRoute,
      connectRoute,
      homeRoute,
      tableRoute,
      settingsRoute,
      billingRoute,
      productSettingsRoute,
      logoutRoute,
      verifyEmailRoute,
      mailActionRoute,
      consentRoute,
      developersRoute,
      operatorRoute,
      postActionRoute('/subscription'),
      postActionRoute('/cancelsubscription'),
      postActionRoute('/newpricingredeemed'),
      postActionRoute('/renewed'),
      postActionRoute('/goodbye'),
      unknownRoute,
    ]),
    context: { client },
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof createAppRouter>;
  }
}
