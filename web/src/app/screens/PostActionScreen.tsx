import { useMatch } from '@tanstack/react-router';
import { isPostActionPath } from '../../features/post-action/post-action-paths.ts';
import { PostActionPage } from '../../features/post-action/PostActionPage.tsx';
import { Shell } from '../shell/Shell.tsx';

export function PostActionScreen() {
  // The path of this page, also while the next one is already loading.
  const { fullPath } = useMatch({ strict: false });
  return <Shell>{isPostActionPath(fullPath) && <PostActionPage path={fullPath} />}</Shell>;
}
