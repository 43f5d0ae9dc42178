/** Pages that only follow an action of the user; typing their address leads home. */
export const postActionPaths = [
  '/subscription',
  '/cancelsubscription',
  '/newpricingredeemed',
  '/renewed',
  '/goodbye',
] as const;
export type PostActionPath = (typeof postActionPaths)[number];

export const isPostActionPath = (path: string): path is PostActionPath => postActionPaths.some((one) => one === path);
