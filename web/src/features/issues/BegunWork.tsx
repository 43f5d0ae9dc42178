import { useEffect } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { LeavePrompt } from '../../ui/overlays/LeavePrompt.tsx';
import { openPanels, useUnsavedPanels } from './configure/open-panels.ts';
import { selection, useSelected } from './row/selection.ts';

/**
 * Keeps what a person has begun in the issues, which are the selection and the open settings panels, as long as the
 * dashboard is open: also while another view is shown. It asks before unsaved settings are lost with the dashboard.
 */
export function BegunWork({ watchDogs }: Pick<WorldAnswer, 'watchDogs'>) {
  const selected = useSelected();
  useEffect(() => {
    if (selected.size > 0) selection.dropGone(watchDogs);
  }, [selected, watchDogs]);
  useEffect(
    () => () => {
      selection.clear();
      openPanels.closeAll();
    },
    [],
  );
  return <LeavePrompt isDirty={useUnsavedPanels()} />;
}
