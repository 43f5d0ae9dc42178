/** Pages that follow an action of the user. */
const postActionPaths = [
  '/subscription',
  '/cancelsubscription',
  '/newpricingredeemed',
  '/renewed',
  '/goodbye',
] as const;
export type PostActionPath = (typeof postActionPaths)[number];

export const isPostActionPath = (path: string): path is PostActionPath => postActionPaths.some((one) => one === path);
