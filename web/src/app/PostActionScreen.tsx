import { useMatch } from '@tanstack/react-router';
import { isPostActionPath } from '../features/post-action/post-action-paths.ts';
import { PostActionPage } from '../features/post-action/PostActionPage.tsx';
import { Shell } from './Shell.tsx';

export function PostActionScreen() {
  // Of this page, also while the next one is already on its way.
  const { fullPath } = useMatch({ strict: false });
  return <Shell>{isPostActionPath(fullPath) && <PostActionPage path={fullPath} />}</Shell>;
}
