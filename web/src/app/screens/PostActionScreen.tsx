import { useMatch } from '@tanstack/react-router';
import { isPostActionPath } from '../../features/post-action/post-action-paths.ts';
import { PostActionPage } from '../../features/post-action/PostActionPage.tsx';
import { Shell } from '../shell/Shell.tsx';

export function PostActionScreen() {
  // `fullPath` stays the path of this page while the next page is loading.
  const { fullPath } = useMatch({ strict: false });
  return <Shell>{isPostActionPath(fullPath) && <PostActionPage path={fullPath} />}</Shell>;
}
